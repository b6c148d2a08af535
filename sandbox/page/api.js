// Requests to the people's side of the sandbox (sandbox/players.py).

async function call(method, path, body) {
  const options = { method };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined)
    Object.assign(options, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error || `The sandbox answered ${response.status}.`);
  return answer;
}

export const people = () => call("GET", "/people");
export const welcome = () => call("GET", "/people/welcome");
export const roles = () => call("GET", "/roles");
export const channels = (who) => call("GET", `/user/${who}/channels`);
export const newChannel = (who, name, forum = false) => call("POST", `/user/${who}/channels`, { name, forum });
export const commands = (who) => call("GET", `/user/${who}/commands`);
export const messages = (who, channel, limit) =>
  call("GET", `/user/${who}/channels/${channel}/messages?limit=${limit}`);
export const pushes = (who) => call("GET", `/user/${who}/pushes`);
export const say = (who, channel, content) =>
  call("POST", `/user/${who}/channels/${channel}/messages`, { content });
export const dismiss = (who, message) => call("DELETE", `/user/${who}/messages/${message}`);
export const vote = (who, message, answer) => call("POST", `/user/${who}/votes`, { message, answer });
export const interact = (who, body) => call("POST", `/user/${who}/interactions`, body);

export function updates(who, since, signal) {
  return fetch(`/user/${who}/updates?since=${since}&timeout=25`, { signal }).then((response) =>
    response.json(),
  );
}

export function upload(who, files) {
  const form = new FormData();
  [...files].forEach((file, index) => form.append(`files[${index}]`, file, file.name));
  return call("POST", `/user/${who}/uploads`, form);
}
