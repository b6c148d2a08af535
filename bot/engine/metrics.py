"""Define the metrics that `/metrics` shows. Each part of the bot sets the values of its own metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
SECONDS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)

ANSWERS = Histogram(
    "durbar_answer_seconds", "From an interaction's arrival to its answer", buckets=SECONDS, registry=REGISTRY
)
DEFERRED = Counter(
    "durbar_answers_deferred",
    "Answers that came after a placeholder, because they took long",
    registry=REGISTRY,
)
FAULTS = Counter("durbar_faults", "Interactions that ended in a fault of ours", registry=REGISTRY)
DRAWN = Histogram(
    "durbar_draw_seconds",
    "Time to draw a picture, with the time in the queue",
    buckets=SECONDS,
    registry=REGISTRY,
)
DEATHS = Counter("durbar_worker_deaths", "Times that worker processes died or hung", registry=REGISTRY)
TOO_SOON = Counter("durbar_rate_limited", "Requests that Discord put off (429)", registry=REGISTRY)
POSTED = Counter("durbar_posts", "Attempts to post, by how they ended", ["how"], registry=REGISTRY)

PAGES = Counter("durbar_web_answers", "Answers to browsers, by their status", ["status"], registry=REGISTRY)
SPECTATORS = Gauge("durbar_web_spectators", "Open streams of pages", registry=REGISTRY)

HOOKED = Counter(
    "durbar_webhooks", "Attempts to deliver events to webhooks, by how they ended", ["how"], registry=REGISTRY
)

GATEWAY = Gauge("durbar_gateway_ready", "1 while the gateway is connected", registry=REGISTRY)
LAG = Gauge(
    "durbar_loop_lag_seconds",
    "How late the event loop was at worst in the last 15 seconds",
    registry=REGISTRY,
)
SENDING = Gauge("durbar_deliveries_sending", "Posts on their way to Discord", registry=REGISTRY)
WAITING = Gauge("durbar_oldest_due_seconds", "How long the oldest due post has waited", registry=REGISTRY)
FAILED = Gauge("durbar_deliveries_failed", "Posts that were given up", registry=REGISTRY)
RUNNING = Gauge("durbar_games_running", "Games that run", registry=REGISTRY)
QUEUE = Gauge("durbar_database_queue", "Transactions that wait for the database", registry=REGISTRY)
