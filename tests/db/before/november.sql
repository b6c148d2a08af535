BEGIN TRANSACTION;
CREATE TABLE acts (
	game_id INTEGER NOT NULL, 
	serial INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	interaction_id BIGINT, 
	line TEXT NOT NULL, 
	time DATETIME NOT NULL, 
	undone INTEGER NOT NULL, 
	CONSTRAINT pk_acts PRIMARY KEY (game_id, serial), 
	CONSTRAINT fk_acts_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT uq_acts_interaction_id UNIQUE (interaction_id)
);
INSERT INTO "acts" VALUES(1,1,'lobby','',1,5000,'new vijayanagara','2026-11-22 08:45:27.224090',0);
INSERT INTO "acts" VALUES(1,2,'lobby','sultanate',1,5001,'join sultanate','2026-11-22 08:45:27.269496',0);
INSERT INTO "acts" VALUES(1,3,'lobby','bahmani',2,5002,'join bahmani','2026-11-22 08:45:27.294166',0);
INSERT INTO "acts" VALUES(1,4,'lobby','vijayanagara',3,5003,'join vijayanagara','2026-11-22 08:45:27.310202',0);
INSERT INTO "acts" VALUES(1,5,'start','',1,5004,'start','2026-11-22 08:45:28.561923',0);
INSERT INTO "acts" VALUES(1,6,'order','vijayanagara',3,5005,'Decree then Command','2026-11-22 08:45:28.633163',0);
INSERT INTO "acts" VALUES(1,7,'order','vijayanagara',3,5006,'decree Build','2026-11-22 08:45:28.685601',0);
INSERT INTO "acts" VALUES(1,8,'order','vijayanagara',3,5007,'in Andhra','2026-11-22 08:45:28.723266',0);
INSERT INTO "acts" VALUES(1,9,'order','vijayanagara',3,5008,'Attack','2026-11-22 08:45:28.763456',0);
INSERT INTO "acts" VALUES(1,10,'order','vijayanagara',3,5009,'in Tamilakam','2026-11-22 08:45:28.804880',0);
INSERT INTO "acts" VALUES(1,11,'order','vijayanagara',3,5010,'Done [5 2 4 4 3 1]','2026-11-22 08:45:28.854870',0);
INSERT INTO "acts" VALUES(1,12,'order','sultanate',1,5011,'Screen 2','2026-11-22 08:45:28.884448',0);
INSERT INTO "acts" VALUES(1,13,'order','sultanate',1,5012,'Charge 3','2026-11-22 08:45:28.925629',0);
INSERT INTO "acts" VALUES(1,14,'order','vijayanagara',3,5013,'in Gondwana [5 1 5 1 5 3]','2026-11-22 08:45:28.997442',0);
INSERT INTO "acts" VALUES(1,15,'order','vijayanagara',3,5014,'in Maharashtra [2 4 1 6 3 1]','2026-11-22 08:45:29.076626',0);
INSERT INTO "acts" VALUES(1,16,'order','sultanate',1,5015,'Pass','2026-11-22 08:45:29.119101',0);
INSERT INTO "acts" VALUES(1,17,'order','bahmani',2,5016,'Limited Command','2026-11-22 08:45:29.169396',0);
INSERT INTO "acts" VALUES(1,18,'order','bahmani',2,5017,'Rally','2026-11-22 08:45:29.208473',0);
INSERT INTO "acts" VALUES(1,19,'order','bahmani',2,5018,'in Gujarat','2026-11-22 08:45:29.268563',0);
INSERT INTO "acts" VALUES(1,20,'order','sultanate',1,5019,'Limited Command','2026-11-22 08:45:29.307996',0);
INSERT INTO "acts" VALUES(1,21,'order','sultanate',1,5020,'Govern','2026-11-22 08:45:29.354120',0);
INSERT INTO "acts" VALUES(1,22,'order','sultanate',1,5021,'in Orissa','2026-11-22 08:45:29.396454',0);
INSERT INTO "acts" VALUES(1,23,'order','bahmani',2,5022,'Command only','2026-11-22 08:45:29.421568',0);
INSERT INTO "acts" VALUES(1,24,'order','bahmani',2,5023,'Rally','2026-11-22 08:45:29.443385',0);
INSERT INTO "acts" VALUES(1,25,'order','bahmani',2,5024,'in Gujarat','2026-11-22 08:45:29.476939',0);
INSERT INTO "acts" VALUES(1,26,'order','bahmani',2,5025,'in Maharashtra','2026-11-22 08:45:29.500502',0);
INSERT INTO "acts" VALUES(1,27,'order','bahmani',2,5026,'in Madhyadesh','2026-11-22 08:45:29.548534',0);
INSERT INTO "acts" VALUES(1,28,'order','vijayanagara',3,5027,'Amass','2026-11-22 08:45:29.584356',0);
INSERT INTO "acts" VALUES(1,29,'order','vijayanagara',3,5028,'No','2026-11-22 08:45:29.622366',0);
INSERT INTO "acts" VALUES(1,30,'order','sultanate',1,5029,'Command only','2026-11-22 08:45:29.650030',0);
INSERT INTO "acts" VALUES(1,31,'order','sultanate',1,5030,'March','2026-11-22 08:45:29.680669',0);
INSERT INTO "acts" VALUES(1,32,'order','sultanate',1,5031,'to Gujarat','2026-11-22 08:45:29.713135',0);
INSERT INTO "acts" VALUES(1,33,'order','sultanate',1,5032,'from the Rajput Kingdoms','2026-11-22 08:45:29.772407',0);
INSERT INTO "acts" VALUES(1,34,'order','sultanate',1,5033,'from Malwa','2026-11-22 08:45:29.804466',0);
INSERT INTO "acts" VALUES(1,35,'order','sultanate',1,5034,'1 Troop','2026-11-22 08:45:29.828370',0);
INSERT INTO "acts" VALUES(1,36,'order','sultanate',1,5035,'1 Governor','2026-11-22 08:45:29.880632',0);
INSERT INTO "acts" VALUES(1,37,'order','sultanate',1,5036,'Done','2026-11-22 08:45:29.947583',0);
INSERT INTO "acts" VALUES(1,38,'order','sultanate',1,5037,'to Andhra','2026-11-22 08:45:29.996499',0);
INSERT INTO "acts" VALUES(1,39,'order','sultanate',1,5038,'from Orissa','2026-11-22 08:45:30.084387',0);
INSERT INTO "acts" VALUES(1,40,'order','sultanate',1,5039,'from Tamilakam','2026-11-22 08:45:30.187147',0);
INSERT INTO "acts" VALUES(1,41,'order','sultanate',1,5040,'to Sindh','2026-11-22 08:45:30.238171',0);
INSERT INTO "acts" VALUES(1,42,'order','sultanate',1,5041,'from Gujarat','2026-11-22 08:45:30.320869',0);
INSERT INTO "acts" VALUES(1,43,'order','sultanate',1,5042,'Done','2026-11-22 08:45:30.388464',0);
INSERT INTO "acts" VALUES(1,44,'order','sultanate',1,5043,'to the Mountain Passes','2026-11-22 08:45:30.432703',0);
INSERT INTO "acts" VALUES(1,45,'order','sultanate',1,5044,'2 Troops','2026-11-22 08:45:30.532600',0);
INSERT INTO "acts" VALUES(1,46,'order','sultanate',1,5045,'to Delhi','2026-11-22 08:45:30.592505',0);
INSERT INTO "acts" VALUES(1,47,'order','sultanate',1,5046,'from Malwa','2026-11-22 08:45:30.629911',0);
INSERT INTO "acts" VALUES(1,48,'order','sultanate',1,5047,'1 Troop','2026-11-22 08:45:30.734325',0);
INSERT INTO "acts" VALUES(1,49,'order','sultanate',1,5048,'Done','2026-11-22 08:45:30.832368',0);
INSERT INTO "acts" VALUES(1,50,'order','sultanate',1,5049,'to Jaunpur','2026-11-22 08:45:30.920519',0);
INSERT INTO "acts" VALUES(1,51,'order','sultanate',1,5050,'from Malwa','2026-11-22 08:45:31.063468',0);
INSERT INTO "acts" VALUES(1,52,'order','sultanate',1,5051,'Done','2026-11-22 08:45:31.284447',0);
INSERT INTO "acts" VALUES(1,53,'order','sultanate',1,5052,'Done','2026-11-22 08:45:31.424431',0);
INSERT INTO "acts" VALUES(1,54,'order','vijayanagara',3,5053,'Limited Command','2026-11-22 08:45:31.504462',0);
INSERT INTO "acts" VALUES(1,55,'order','vijayanagara',3,5054,'Migrate','2026-11-22 08:45:31.832504',0);
INSERT INTO "acts" VALUES(1,56,'order','vijayanagara',3,5055,'to Andhra','2026-11-22 08:45:31.868424',0);
INSERT INTO "acts" VALUES(1,57,'order','vijayanagara',3,5056,'3 Obedient Rajas','2026-11-22 08:45:31.974225',0);
INSERT INTO "acts" VALUES(1,58,'order','vijayanagara',3,5057,'Decree then Command','2026-11-22 08:45:32.052477',0);
INSERT INTO "acts" VALUES(1,59,'order','vijayanagara',3,5058,'decree Compel','2026-11-22 08:45:32.108485',0);
INSERT INTO "acts" VALUES(1,60,'order','vijayanagara',3,5059,'in Maharashtra','2026-11-22 08:45:32.168709',0);
INSERT INTO "acts" VALUES(1,61,'order','vijayanagara',3,5060,'place 2 Rajas','2026-11-22 08:45:32.224460',0);
INSERT INTO "acts" VALUES(1,62,'order','vijayanagara',3,5061,'Rally','2026-11-22 08:45:32.300442',0);
INSERT INTO "acts" VALUES(1,63,'order','vijayanagara',3,5062,'in Maharashtra','2026-11-22 08:45:32.390333',0);
INSERT INTO "acts" VALUES(1,64,'order','vijayanagara',3,5063,'in Karnataka','2026-11-22 08:45:32.470697',0);
INSERT INTO "acts" VALUES(1,65,'order','vijayanagara',3,5064,'Done','2026-11-22 08:45:32.552442',0);
INSERT INTO "acts" VALUES(1,66,'side','sultanate',1,5069,'offer bahmani give 1r','2026-11-22 08:45:32.689395',0);
INSERT INTO "acts" VALUES(1,67,'side','vijayanagara',3,5071,'offer sultanate give 1r','2026-11-22 08:45:32.740458',0);
INSERT INTO "acts" VALUES(2,1,'lobby','',1,5074,'new aadu_huli','2026-11-22 08:45:32.865956',0);
INSERT INTO "acts" VALUES(2,2,'lobby','north',1,5075,'join north','2026-11-22 08:45:32.886146',0);
INSERT INTO "acts" VALUES(2,3,'lobby','south',2,5076,'join south','2026-11-22 08:45:32.902346',0);
INSERT INTO "acts" VALUES(2,4,'start','',1,5077,'start','2026-11-22 08:45:32.926457',0);
INSERT INTO "acts" VALUES(2,5,'order','north',1,5078,'2A','2026-11-22 08:45:32.966177',0);
INSERT INTO "acts" VALUES(2,6,'order','south',2,5079,'1A-2B','2026-11-22 08:45:32.998013',0);
INSERT INTO "acts" VALUES(2,7,'order','north',1,5080,'1A','2026-11-22 08:45:33.042879',0);
INSERT INTO "acts" VALUES(2,8,'order','south',2,5081,'2B-3B','2026-11-22 08:45:33.084397',0);
INSERT INTO "acts" VALUES(2,9,'order','north',1,5082,'2B','2026-11-22 08:45:33.148491',0);
INSERT INTO "acts" VALUES(2,10,'order','south',2,5083,'2C-3C','2026-11-22 08:45:33.187616',0);
INSERT INTO "acts" VALUES(2,11,'order','north',1,5084,'2C','2026-11-22 08:45:33.231533',0);
INSERT INTO "acts" VALUES(3,1,'lobby','',3,5085,'new vijayanagara','2026-11-22 08:45:33.260381',0);
INSERT INTO "acts" VALUES(3,2,'lobby','bahmani',3,5086,'join bahmani','2026-11-22 08:45:33.277296',0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004_automatic');
CREATE TABLE deliveries (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	kind VARCHAR NOT NULL, 
	content TEXT NOT NULL, 
	nonce VARCHAR(25) NOT NULL, 
	state VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	not_before DATETIME NOT NULL, 
	claimed DATETIME, 
	first_tried DATETIME, 
	done DATETIME, 
	message_id BIGINT, 
	error TEXT NOT NULL, 
	CONSTRAINT pk_deliveries PRIMARY KEY (id), 
	CONSTRAINT fk_deliveries_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT uq_deliveries_nonce UNIQUE (nonce)
);
INSERT INTO "deliveries" VALUES(1,1,700,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','1.1.0','due',0,'2026-11-22 08:45:27.224090',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(2,1,700,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','1.2.0','due',0,'2026-11-22 08:45:27.269496',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(3,1,700,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','1.3.0','due',0,'2026-11-22 08:45:27.294166',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(4,1,700,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','1.4.0','due',0,'2026-11-22 08:45:27.310202',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(5,1,700,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','1.5.0','due',0,'2026-11-22 08:45:28.561923',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(6,1,700,'board','{"text":"<@3> **Vijayanagara** – Keeper of Dipalpur (5): what do you do?\n**Vijayanagara begins.**\n- **The Sultanate**: <@1>\n- **The Bahmani Kingdom**: <@2>\n- **Vijayanagara**: <@3>\n-# A secret seed fixes the dice; the end shows it. Its SHA-256: `5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720`\n- Card: Keeper of Dipalpur (5).\n-# Unshaded: The Sultanate moves 3 of its Units into Delhi from the Mountain Passes and Punjab. The Challenger gains 1 Cavalry. The Challenger may execute one Mongol Command.\n-# Shaded: Place 1 Qasbah in Punjab or Sindh. The Sultanate may execute a free Attack in the Mountain Passes or Punjab.\n-# Block 1 of 4, Khalji Dynasty: Keeper of Dipalpur (5)","ping":[3],"offers":{},"counters":[],"knobs":[],"at":{"turn":2,"entry":0},"since":null,"drawn":true}','1.5.1','due',0,'2026-11-22 08:45:28.561923',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(7,1,700,'board','{"text":"<@1> **The Sultanate** – Attack in Tamilakam. Spend Cavalry? You have 2. Your dice: 3 1 (hit on 1). Against you, Vijayanagara: 5 2 4 4 (hit on 1).\n**Vijayanagara**: `Decree then Command Build in Andhra Attack, in Tamilakam. [5 2 4 4 3 1]`\n- Build: 1 Temple in Andhra.\n- Attack by Vijayanagara on the Sultanate in Tamilakam: 5 2 4 4 (hit on 1) against 3 1 (hit on 1).\n-# Block 1 of 4, Khalji Dynasty: Keeper of Dipalpur (5)","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":2,"entry":8},"since":{"turn":2,"entry":0},"drawn":true}','1.11.0','due',0,'2026-11-22 08:45:28.854870',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(8,1,700,'board','{"text":"<@3> **Vijayanagara** – Attack in which space?\n**The Sultanate**: `Screen 2; Charge 3`\n- The Sultanate Screens: a 2 of Vijayanagara is out.\n- The Sultanate Charges: a 3 becomes a 2.\n- Attack in Tamilakam: Vijayanagara with 1 Unit scores no hits and loses 1 Obedient Raja; the Sultanate with 1 Unit and 2 Cavalry scores 1 hit and loses nothing.\n-# Block 1 of 4, Khalji Dynasty: Keeper of Dipalpur (5)","ping":[3],"offers":{},"counters":[],"knobs":[],"at":{"turn":2,"entry":11},"since":{"turn":2,"entry":8},"drawn":true}','1.13.0','due',0,'2026-11-22 08:45:28.925629',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(9,1,700,'board','{"text":"<@3> **Vijayanagara** – Attack in which space?\n**Vijayanagara**: `in Gondwana [5 1 5 1 5 3]`\n- Attack by Vijayanagara on the Bahmani Kingdom in Gondwana: 5 1 5 1 (hit on 1) against 5 3 (hit on 1).\n- Attack in Gondwana: Vijayanagara with 1 Unit scores 2 hits and loses nothing; the Bahmani Kingdom with 1 Unit scores no hits and loses 1 Obedient Amir.\n- Vijayanagara''s Influence rises from 0 to 1.\n- 2 Rajas from the Influence track become Available.\n- The Bahmani Kingdom''s Influence stays at 0, the end of its track.\n-# Block 1 of 4, Khalji Dynasty: Keeper of Dipalpur (5)","ping":[],"offers":{},"counters":[],"knobs":[],"at":{"turn":2,"entry":17},"since":{"turn":2,"entry":11},"drawn":true}','1.14.0','due',0,'2026-11-22 08:45:28.997442',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(10,1,700,'board','{"text":"<@1> **The Sultanate** – Keeper of Dipalpur (5): what do you do?\n**Vijayanagara**: `in Gondwana [5 1 5 1 5 3] in Maharashtra [2 4 1 6 3 1]`\n- Attack by Vijayanagara on the Bahmani Kingdom in Gondwana: 5 1 5 1 (hit on 1) against 5 3 (hit on 1).\n- Attack in Gondwana: Vijayanagara with 1 Unit scores 2 hits and loses nothing; the Bahmani Kingdom with 1 Unit scores no hits and loses 1 Obedient Amir.\n- Vijayanagara''s Influence rises from 0 to 1.\n- 2 Rajas from the Influence track become Available.\n- The Bahmani Kingdom''s Influence stays at 0, the end of its track.\n- Attack by Vijayanagara on the Bahmani Kingdom in Maharashtra: 2 4 1 6 (hit on 1) against 3 1 (hit on 1 to 4).\n- Attack in Maharashtra: Vijayanagara with 1 Unit scores 1 hit and loses 1 Obedient Raja in Andhra; the Bahmani Kingdom with 4 Units scores 2 hits and loses 1 Obedient Amir.\n- Attack: Vijayanagara pays 3 Resources.\n-# Block 1 of 4, Khalji Dynasty: Keeper of Dipalpur (5)","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":3,"entry":0},"since":{"turn":2,"entry":11},"drawn":true}','1.15.0','due',0,'2026-11-22 08:45:29.076626',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(11,1,700,'board','{"text":"<@2> **The Bahmani Kingdom** – Keeper of Dipalpur (5): what do you do?\n**The Sultanate**: `Pass`\n- The Sultanate Passes and gains 3 Resources.\n-# Block 1 of 4, Khalji Dynasty: Keeper of Dipalpur (5)","ping":[2],"offers":{},"counters":[],"knobs":[],"at":{"turn":4,"entry":0},"since":{"turn":3,"entry":0},"drawn":true}','1.16.0','due',0,'2026-11-22 08:45:29.119101',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(12,1,700,'board','{"text":"<@1> **The Sultanate** – A Qadi from Tangier (16): what do you do?\n**The Bahmani Kingdom**: `Limited Command Rally in Gujarat`\n- Rally: 1 Amir in Gujarat.\n- Rally: the Bahmani Kingdom pays 1 Resource.\n- Eligible for the next card: the Sultanate and the Bahmani Kingdom.\n- Card: A Qadi from Tangier (16).\n-# Unshaded: You may execute a free March or Migrate into up to two spaces.\n-# Shaded: The Sultanate may execute a free Govern in up to two spaces.\n-# Block 1 of 4, Khalji Dynasty: A Qadi from Tangier (16)","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":6,"entry":0},"since":{"turn":4,"entry":0},"drawn":true}','1.19.0','due',0,'2026-11-22 08:45:29.268563',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(13,1,700,'board','{"text":"<@2> **The Bahmani Kingdom** – A Qadi from Tangier (16): what do you do?\n**The Sultanate**: `Limited Command Govern in Orissa`\n- Govern: 1 Governor placed in Orissa.\n- Govern: the Sultanate pays 1 Resource.\n-# Block 1 of 4, Khalji Dynasty: A Qadi from Tangier (16)","ping":[2],"offers":{},"counters":[],"knobs":[],"at":{"turn":7,"entry":0},"since":{"turn":6,"entry":0},"drawn":true}','1.22.0','due',0,'2026-11-22 08:45:29.396454',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(14,1,700,'board','{"text":"<@3> **Vijayanagara** – Which Command do the Mongol Invaders execute second?\n**The Bahmani Kingdom**: `Command only Rally in Gujarat, in Maharashtra, Madhyadesh`\n- Rally: 1 Amir in Gujarat.\n- Rally: 2 Amirs in Maharashtra.\n- Rally: 1 Amir in Madhyadesh.\n- Rally: the Bahmani Kingdom pays 3 Resources.\n- Eligible for the next card: the Sultanate and Vijayanagara.\n- Card: Mongol Invasion (Vijayanagara Empire).\n- Amass: 3 Mongol Invaders placed in the Mountain Passes.\n-# Block 1 of 4, Khalji Dynasty: Mongol Invasion (Vijayanagara Empire)","ping":[3],"offers":{},"counters":[],"knobs":[],"at":{"turn":8,"entry":3},"since":{"turn":7,"entry":0},"drawn":true}','1.27.0','due',0,'2026-11-22 08:45:29.548534',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(15,1,700,'board','{"text":"<@1> **The Sultanate** – Two Pandya Princes (7): what do you do?\n**Vijayanagara**: `Amass; No`\n- Amass: 3 Mongol Invaders placed in the Mountain Passes.\n- 2 Mongol Invaders go on from the Mountain Passes to Punjab.\n- Card: Two Pandya Princes (7).\n-# Unshaded: The Sultanate may pay 2 Resources to place 2 Troops in Tamilakam. Place 2 Units of the Challenger in Tamilakam. The Challenger may execute a free Rebel in Tamilakam, even under the Khaljis.\n-# Shaded: Place 1 Governor and 2 Troops in Tamilakam. Vijayanagara chooses: give the Sultanate 2 Resources; or remove 2 Rajas in Tamilakam and Karnataka.\n-# Block 1 of 4, Khalji Dynasty: Two Pandya Princes (7)","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":10,"entry":0},"since":{"turn":8,"entry":3},"drawn":true}','1.29.0','due',0,'2026-11-22 08:45:29.622366',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(16,1,700,'board','{"text":"<@3> **Vijayanagara** – Two Pandya Princes (7): what do you do?\n**The Sultanate**: `Command only March to Gujarat from the Rajput Kingdoms, from Malwa 1 Troop 1 Governor, to Andhra from Orissa, from Tamilakam, to Sindh from Gujarat, to the Mountain Passes 2 Troops, to Delhi from Malwa 1 Troop, to Jaunpur from Malwa.`\n- March: 1 Troop from the Rajput Kingdoms to Gujarat.\n- March: 1 Troop and 1 Governor from Malwa to Gujarat.\n- March: 1 Governor from Orissa to Andhra.\n- March: 1 Troop from Tamilakam to Andhra.\n- March: 1 Troop from Gujarat to Sindh.\n- March: 2 Troops from Punjab to the Mountain Passes.\n- March: 1 Troop from Malwa to Delhi.\n- March: 1 Troop from Malwa to Jaunpur.\n- March: the Sultanate pays 6 Resources.\n-# Block 1 of 4, Khalji Dynasty: Two Pandya Princes (7)","ping":[3],"offers":{},"counters":[],"knobs":[],"at":{"turn":11,"entry":0},"since":{"turn":10,"entry":0},"drawn":true}','1.53.0','due',0,'2026-11-22 08:45:31.424431',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(17,1,700,'board','{"text":"<@3> **Vijayanagara** – Lost in Qarachil (15): what do you do?\n**Vijayanagara**: `Limited Command Migrate to Andhra 3 Obedient Rajas`\n- Migrate: 3 Obedient Rajas from Karnataka to Andhra.\n- Migrate: Vijayanagara pays 1 Resource.\n- Eligible for the next card: the Bahmani Kingdom and Vijayanagara.\n- Card: Lost in Qarachil (15).\n-# Unshaded: The Sultanate removes 3 Troops in the Mountain Passes and Punjab. Place 2 Mongol Invaders in the Mountain Passes. The Challenger gains 1 Resource.\n-# Shaded: If there is a Mongol Invader on the map, the Sultanate gains 1 Cavalry, then may execute a free March into up to three spaces among Delhi, Punjab and the Mountain Passes, then may execute a free Attack in Delhi, Punjab or the Mountain Passes. If not, the Sultanate gains 4 Resources.\n-# Block 1 of 4, Khalji Dynasty: Lost in Qarachil (15)","ping":[],"offers":{},"counters":[],"knobs":[],"at":{"turn":13,"entry":0},"since":{"turn":11,"entry":0},"drawn":true}','1.57.0','due',0,'2026-11-22 08:45:31.974225',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(18,1,700,'board','{"text":"<@2> **The Bahmani Kingdom** – Lost in Qarachil (15): what do you do?\n**Vijayanagara**: `Decree then Command Compel in Maharashtra place 2 Rajas Rally, in Maharashtra, Karnataka.`\n- Compel in Maharashtra: 2 Rajas placed.\n- Rally: 1 Raja in Maharashtra.\n- Rally: 2 Rajas in Karnataka.\n- Rally: Vijayanagara pays 2 Resources.\n-# Block 1 of 4, Khalji Dynasty: Lost in Qarachil (15)","ping":[2],"offers":{},"counters":[],"knobs":[],"at":{"turn":14,"entry":0},"since":{"turn":13,"entry":0},"drawn":true}','1.65.0','due',0,'2026-11-22 08:45:32.552442',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(19,1,700,'aside','{"text":"<@2> This is for you: accept, decline or counter?\n**The Sultanate**: `offer bahmani give 1r`\n- Offer 1: the Sultanate gives 1 Resource to the Bahmani Kingdom for nothing.","ping":[2],"offers":{"~accept_1":"Accept 1: The Sultanate gives 1 Resource to the Bahmani Kingdom for nothing","~decline_1":"Decline 1: The Sultanate gives 1 Resource to the Bahmani Kingdom for nothing"},"counters":["accept_1"],"knobs":[],"at":{"turn":14,"entry":0},"since":null,"drawn":true}','1.66.0','due',0,'2026-11-22 08:45:32.689395',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(20,1,700,'aside','{"text":"<@1> This is for you: accept, decline or counter?\n**Vijayanagara**: `offer sultanate give 1r`\n- Offer 2: Vijayanagara gives 1 Resource to the Sultanate for nothing.","ping":[1],"offers":{"~accept_2":"Accept 2: Vijayanagara gives 1 Resource to the Sultanate for nothing","~decline_2":"Decline 2: Vijayanagara gives 1 Resource to the Sultanate for nothing"},"counters":["accept_2"],"knobs":[],"at":{"turn":14,"entry":1},"since":null,"drawn":true}','1.67.0','due',0,'2026-11-22 08:45:32.740458',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(21,2,701,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','2.1.0','due',0,'2026-11-22 08:45:32.865956',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(22,2,701,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','2.2.0','due',0,'2026-11-22 08:45:32.886146',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(23,2,701,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','2.3.0','due',0,'2026-11-22 08:45:32.902346',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(24,2,701,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','2.4.0','due',0,'2026-11-22 08:45:32.926457',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(25,2,701,'board','{"text":"<@1> **North** – The Goats place one of the 15 that still wait: on which point?\n**Aadu-Huli aata begins.**\n- **North**: <@1>\n- **South**: <@2>\n-# A secret seed fixes the dice; the end shows it. Its SHA-256: `5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720`\n- North has the Goats and begins, South has the Tigers.\n-# Goats to move; Goats: 15 waiting, 0 of 5 captured","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":2,"entry":0},"since":null,"drawn":true}','2.4.1','due',0,'2026-11-22 08:45:32.926457',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(26,2,701,'board','{"text":"<@2> **South** – The Tigers move: step, or leap over a Goat.\n**North**: `2A`\n-# Tigers to move, 2A was played; Goats: 14 waiting, 0 of 5 captured","ping":[2],"offers":{},"counters":[],"knobs":[],"at":{"turn":3,"entry":0},"since":{"turn":2,"entry":0},"drawn":true}','2.5.0','due',0,'2026-11-22 08:45:32.966177',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(27,2,701,'board','{"text":"<@1> **North** – The Goats place one of the 14 that still wait: on which point?\n**South**: `1A-2B`\n-# Goats to move, 1A-2B was played; Goats: 14 waiting, 0 of 5 captured","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":4,"entry":0},"since":{"turn":3,"entry":0},"drawn":true}','2.6.0','due',0,'2026-11-22 08:45:32.998013',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(28,2,701,'board','{"text":"<@2> **South** – The Tigers move: step, or leap over a Goat.\n**North**: `1A`\n-# Tigers to move, 1A was played; Goats: 13 waiting, 0 of 5 captured","ping":[2],"offers":{},"counters":[],"knobs":[],"at":{"turn":5,"entry":0},"since":{"turn":4,"entry":0},"drawn":true}','2.7.0','due',0,'2026-11-22 08:45:33.042879',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(29,2,701,'board','{"text":"<@1> **North** – The Goats place one of the 13 that still wait: on which point?\n**South**: `2B-3B`\n-# Goats to move, 2B-3B was played; Goats: 13 waiting, 0 of 5 captured","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":6,"entry":0},"since":{"turn":5,"entry":0},"drawn":true}','2.8.0','due',0,'2026-11-22 08:45:33.084397',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(30,2,701,'board','{"text":"<@2> **South** – The Tigers move: step, or leap over a Goat.\n**North**: `2B`\n-# Tigers to move, 2B was played; Goats: 12 waiting, 0 of 5 captured","ping":[2],"offers":{},"counters":[],"knobs":[],"at":{"turn":7,"entry":0},"since":{"turn":6,"entry":0},"drawn":true}','2.9.0','due',0,'2026-11-22 08:45:33.148491',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(31,2,701,'board','{"text":"<@1> **North** – The Goats place one of the 12 that still wait: on which point?\n**South**: `2C-3C`\n-# Goats to move, 2C-3C was played; Goats: 12 waiting, 0 of 5 captured","ping":[1],"offers":{},"counters":[],"knobs":[],"at":{"turn":8,"entry":0},"since":{"turn":7,"entry":0},"drawn":true}','2.10.0','due',0,'2026-11-22 08:45:33.187616',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(32,2,701,'board','{"text":"<@2> **South** – The Tigers move: step, or leap over a Goat.\n**North**: `2C`\n-# Tigers to move, 2C was played; Goats: 11 waiting, 0 of 5 captured","ping":[2],"offers":{},"counters":[],"knobs":[],"at":{"turn":9,"entry":0},"since":{"turn":8,"entry":0},"drawn":true}','2.11.0','due',0,'2026-11-22 08:45:33.231533',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(33,3,702,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','3.1.0','due',0,'2026-11-22 08:45:33.260381',NULL,NULL,NULL,NULL,'');
INSERT INTO "deliveries" VALUES(34,3,702,'lobby','{"text":"","ping":[],"offers":{},"counters":[],"knobs":[],"at":null,"since":null,"drawn":true}','3.2.0','due',0,'2026-11-22 08:45:33.277296',NULL,NULL,NULL,NULL,'');
CREATE TABLE entries (
	game_id INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	entry INTEGER NOT NULL, 
	undone INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	act INTEGER NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (game_id, turn, entry, undone), 
	CONSTRAINT fk_entries_act FOREIGN KEY(game_id, act) REFERENCES acts (game_id, serial)
);
INSERT INTO "entries" VALUES(1,1,0,0,'chance','event',5);
INSERT INTO "entries" VALUES(1,1,1,0,'chance','event-5',5);
INSERT INTO "entries" VALUES(1,2,0,0,'vijayanagara','decree',6);
INSERT INTO "entries" VALUES(1,2,1,0,'vijayanagara','build',7);
INSERT INTO "entries" VALUES(1,2,2,0,'vijayanagara','andhra',8);
INSERT INTO "entries" VALUES(1,2,3,0,'vijayanagara','attack',9);
INSERT INTO "entries" VALUES(1,2,4,0,'vijayanagara','tamilakam',10);
INSERT INTO "entries" VALUES(1,2,5,0,'vijayanagara','sultanate',10);
INSERT INTO "entries" VALUES(1,2,6,0,'vijayanagara','done',11);
INSERT INTO "entries" VALUES(1,2,7,0,'chance','524431',11);
INSERT INTO "entries" VALUES(1,2,8,0,'sultanate','screen-2',12);
INSERT INTO "entries" VALUES(1,2,9,0,'sultanate','charge-3',13);
INSERT INTO "entries" VALUES(1,2,10,0,'vijayanagara','1-obedient-rajas',13);
INSERT INTO "entries" VALUES(1,2,11,0,'vijayanagara','gondwana',14);
INSERT INTO "entries" VALUES(1,2,12,0,'vijayanagara','bahmani',14);
INSERT INTO "entries" VALUES(1,2,13,0,'vijayanagara','andhra',14);
INSERT INTO "entries" VALUES(1,2,14,0,'vijayanagara','1-obedient-rajas',14);
INSERT INTO "entries" VALUES(1,2,15,0,'chance','515153',14);
INSERT INTO "entries" VALUES(1,2,16,0,'bahmani','1-obedient-amirs',14);
INSERT INTO "entries" VALUES(1,2,17,0,'vijayanagara','maharashtra',15);
INSERT INTO "entries" VALUES(1,2,18,0,'vijayanagara','bahmani',15);
INSERT INTO "entries" VALUES(1,2,19,0,'vijayanagara','andhra',15);
INSERT INTO "entries" VALUES(1,2,20,0,'vijayanagara','1-obedient-rajas',15);
INSERT INTO "entries" VALUES(1,2,21,0,'chance','241631',15);
INSERT INTO "entries" VALUES(1,2,22,0,'vijayanagara','1-obedient-rajas-in-andhra',15);
INSERT INTO "entries" VALUES(1,2,23,0,'bahmani','1-obedient-amirs',15);
INSERT INTO "entries" VALUES(1,2,24,0,'vijayanagara','done',15);
INSERT INTO "entries" VALUES(1,3,0,0,'sultanate','pass',16);
INSERT INTO "entries" VALUES(1,4,0,0,'bahmani','limited',17);
INSERT INTO "entries" VALUES(1,4,1,0,'bahmani','rally',18);
INSERT INTO "entries" VALUES(1,4,2,0,'bahmani','gujarat',19);
INSERT INTO "entries" VALUES(1,5,0,0,'chance','event',19);
INSERT INTO "entries" VALUES(1,5,1,0,'chance','event-16',19);
INSERT INTO "entries" VALUES(1,6,0,0,'sultanate','limited',20);
INSERT INTO "entries" VALUES(1,6,1,0,'sultanate','govern',21);
INSERT INTO "entries" VALUES(1,6,2,0,'sultanate','orissa',22);
INSERT INTO "entries" VALUES(1,6,3,0,'sultanate','governor',22);
INSERT INTO "entries" VALUES(1,7,0,0,'bahmani','command-only',23);
INSERT INTO "entries" VALUES(1,7,1,0,'bahmani','rally',24);
INSERT INTO "entries" VALUES(1,7,2,0,'bahmani','gujarat',25);
INSERT INTO "entries" VALUES(1,7,3,0,'bahmani','maharashtra',26);
INSERT INTO "entries" VALUES(1,7,4,0,'bahmani','madhyadesh',27);
INSERT INTO "entries" VALUES(1,7,5,0,'bahmani','done',27);
INSERT INTO "entries" VALUES(1,8,0,0,'chance','mongol',27);
INSERT INTO "entries" VALUES(1,8,1,0,'chance','mongol-vijayanagara',27);
INSERT INTO "entries" VALUES(1,8,2,0,'vijayanagara','amass',27);
INSERT INTO "entries" VALUES(1,8,3,0,'vijayanagara','amass',28);
INSERT INTO "entries" VALUES(1,8,4,0,'vijayanagara','no',29);
INSERT INTO "entries" VALUES(1,9,0,0,'chance','event',29);
INSERT INTO "entries" VALUES(1,9,1,0,'chance','event-7',29);
INSERT INTO "entries" VALUES(1,10,0,0,'sultanate','command-only',30);
INSERT INTO "entries" VALUES(1,10,1,0,'sultanate','march',31);
INSERT INTO "entries" VALUES(1,10,2,0,'sultanate','gujarat',32);
INSERT INTO "entries" VALUES(1,10,3,0,'sultanate','rajput-kingdoms',33);
INSERT INTO "entries" VALUES(1,10,4,0,'sultanate','1-troops',33);
INSERT INTO "entries" VALUES(1,10,5,0,'sultanate','malwa',34);
INSERT INTO "entries" VALUES(1,10,6,0,'sultanate','1-troops',35);
INSERT INTO "entries" VALUES(1,10,7,0,'sultanate','1-governors',36);
INSERT INTO "entries" VALUES(1,10,8,0,'sultanate','done',37);
INSERT INTO "entries" VALUES(1,10,9,0,'sultanate','andhra',38);
INSERT INTO "entries" VALUES(1,10,10,0,'sultanate','orissa',39);
INSERT INTO "entries" VALUES(1,10,11,0,'sultanate','1-governors',39);
INSERT INTO "entries" VALUES(1,10,12,0,'sultanate','tamilakam',40);
INSERT INTO "entries" VALUES(1,10,13,0,'sultanate','1-troops',40);
INSERT INTO "entries" VALUES(1,10,14,0,'sultanate','done',40);
INSERT INTO "entries" VALUES(1,10,15,0,'sultanate','sindh',41);
INSERT INTO "entries" VALUES(1,10,16,0,'sultanate','gujarat',42);
INSERT INTO "entries" VALUES(1,10,17,0,'sultanate','1-troops',42);
INSERT INTO "entries" VALUES(1,10,18,0,'sultanate','done',43);
INSERT INTO "entries" VALUES(1,10,19,0,'sultanate','mountain-passes',44);
INSERT INTO "entries" VALUES(1,10,20,0,'sultanate','punjab',44);
INSERT INTO "entries" VALUES(1,10,21,0,'sultanate','2-troops',45);
INSERT INTO "entries" VALUES(1,10,22,0,'sultanate','done',45);
INSERT INTO "entries" VALUES(1,10,23,0,'sultanate','delhi',46);
INSERT INTO "entries" VALUES(1,10,24,0,'sultanate','malwa',47);
INSERT INTO "entries" VALUES(1,10,25,0,'sultanate','1-troops',48);
INSERT INTO "entries" VALUES(1,10,26,0,'sultanate','done',49);
INSERT INTO "entries" VALUES(1,10,27,0,'sultanate','jaunpur',50);
INSERT INTO "entries" VALUES(1,10,28,0,'sultanate','malwa',51);
INSERT INTO "entries" VALUES(1,10,29,0,'sultanate','1-troops',51);
INSERT INTO "entries" VALUES(1,10,30,0,'sultanate','done',52);
INSERT INTO "entries" VALUES(1,10,31,0,'sultanate','done',53);
INSERT INTO "entries" VALUES(1,11,0,0,'vijayanagara','limited',54);
INSERT INTO "entries" VALUES(1,11,1,0,'vijayanagara','migrate',55);
INSERT INTO "entries" VALUES(1,11,2,0,'vijayanagara','andhra',56);
INSERT INTO "entries" VALUES(1,11,3,0,'vijayanagara','karnataka',56);
INSERT INTO "entries" VALUES(1,11,4,0,'vijayanagara','3-obedient-rajas',57);
INSERT INTO "entries" VALUES(1,12,0,0,'chance','event',57);
INSERT INTO "entries" VALUES(1,12,1,0,'chance','event-15',57);
INSERT INTO "entries" VALUES(1,13,0,0,'vijayanagara','decree',58);
INSERT INTO "entries" VALUES(1,13,1,0,'vijayanagara','compel',59);
INSERT INTO "entries" VALUES(1,13,2,0,'vijayanagara','maharashtra',60);
INSERT INTO "entries" VALUES(1,13,3,0,'vijayanagara','2-rajas',61);
INSERT INTO "entries" VALUES(1,13,4,0,'vijayanagara','rally',62);
INSERT INTO "entries" VALUES(1,13,5,0,'vijayanagara','maharashtra',63);
INSERT INTO "entries" VALUES(1,13,6,0,'vijayanagara','karnataka',64);
INSERT INTO "entries" VALUES(1,13,7,0,'vijayanagara','done',65);
INSERT INTO "entries" VALUES(1,14,0,0,'sultanate','~offer_bahmani_give_1r',66);
INSERT INTO "entries" VALUES(1,14,1,0,'vijayanagara','~offer_sultanate_give_1r',67);
INSERT INTO "entries" VALUES(2,1,0,0,'chance','1',4);
INSERT INTO "entries" VALUES(2,2,0,0,'north','2a',5);
INSERT INTO "entries" VALUES(2,3,0,0,'south','1a-2b',6);
INSERT INTO "entries" VALUES(2,4,0,0,'north','1a',7);
INSERT INTO "entries" VALUES(2,5,0,0,'south','2b-3b',8);
INSERT INTO "entries" VALUES(2,6,0,0,'north','2b',9);
INSERT INTO "entries" VALUES(2,7,0,0,'south','2c-3c',10);
INSERT INTO "entries" VALUES(2,8,0,0,'north','2c',11);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	host_id BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	serial INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	entry INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	seed VARCHAR NOT NULL, 
	commitment VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	started DATETIME, 
	ended DATETIME, 
	result TEXT NOT NULL, 
	panel_id BIGINT, 
	pinned_id BIGINT, manners TEXT DEFAULT '{}' NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES(1,'vijayanagara',9,700,1,'running',67,14,2,'{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true}','00112233445566778899aabbccddeeff','5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720','2026-11-22 08:45:27.224090','2026-11-22 08:45:28.561923',NULL,'',NULL,NULL,'{}');
INSERT INTO "games" VALUES(2,'aadu_huli',9,701,1,'running',11,9,0,'{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100}','00112233445566778899aabbccddeeff','5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720','2026-11-22 08:45:32.865956','2026-11-22 08:45:32.926457',NULL,'',NULL,NULL,'{}');
INSERT INTO "games" VALUES(3,'vijayanagara',9,702,3,'lobby',2,0,0,'{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true}','','','2026-11-22 08:45:33.260381',NULL,NULL,'',NULL,NULL,'{}');
CREATE TABLE notes (
	game_id INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY (game_id, seat, name), 
	CONSTRAINT fk_notes_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "notes" VALUES(1,'sultanate','standing:cavalry',1,'never');
INSERT INTO "notes" VALUES(1,'bahmani','standing:gifts',2,'no');
INSERT INTO "notes" VALUES(1,'vijayanagara','standing:gifts',3,'no');
INSERT INTO "notes" VALUES(1,'vijayanagara','plan',3,'{"lines": [["first", "pass"]]}');
INSERT INTO "notes" VALUES(1,'bahmani','draft',2,'{"at": [14, 0, "e3b0"], "keys": ["command-only"]}');
CREATE TABLE seats (
	game_id INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	user_name VARCHAR NOT NULL, 
	taken DATETIME NOT NULL, level VARCHAR DEFAULT '' NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "seats" VALUES(1,'sultanate',1,'Asha','2026-11-22 08:45:27.269496','');
INSERT INTO "seats" VALUES(1,'bahmani',2,'Bala','2026-11-22 08:45:27.294166','');
INSERT INTO "seats" VALUES(1,'vijayanagara',3,'Chandra','2026-11-22 08:45:27.310202','');
INSERT INTO "seats" VALUES(2,'north',1,'Asha','2026-11-22 08:45:32.886146','');
INSERT INTO "seats" VALUES(2,'south',2,'Bala','2026-11-22 08:45:32.902346','');
INSERT INTO "seats" VALUES(3,'bahmani',3,'Chandra','2026-11-22 08:45:33.277296','');
CREATE TABLE turns (
	game_id INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	start TEXT NOT NULL, 
	CONSTRAINT pk_turns PRIMARY KEY (game_id, turn), 
	CONSTRAINT fk_turns_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "turns" VALUES(1,1,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":12,"bahmani":6,"vijayanagara":7},"cavalry":{"sultanate":2,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":0},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":1},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":2},"gondwana":{"obedient-amirs":1},"maharashtra":{"obedient-amirs":4},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":2},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1,"obedient-rajas":1}},"independent":[],"card":null,"places":{"sultanate":"eligible","bahmani":"eligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":6,"mongol":2},"played":[],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,2,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":12,"bahmani":6,"vijayanagara":7},"cavalry":{"sultanate":2,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":0},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":1},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":2},"gondwana":{"obedient-amirs":1},"maharashtra":{"obedient-amirs":4},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":2},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1,"obedient-rajas":1}},"independent":[],"card":"event-5","places":{"sultanate":"eligible","bahmani":"eligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":5,"mongol":2},"played":["event-5"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,3,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":12,"bahmani":6,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":1},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":2},"maharashtra":{"obedient-amirs":3},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":"event-5","places":{"sultanate":"eligible","bahmani":"eligible","vijayanagara":"command"},"stays":[],"barred":[],"block":1,"left":{"event":5,"mongol":2},"played":["event-5"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,4,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":15,"bahmani":6,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":1},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":2},"maharashtra":{"obedient-amirs":3},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":"event-5","places":{"sultanate":"pass","bahmani":"eligible","vijayanagara":"command"},"stays":[],"barred":[],"block":1,"left":{"event":5,"mongol":2},"played":["event-5"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,5,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":15,"bahmani":5,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":2},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":2},"maharashtra":{"obedient-amirs":3},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":null,"places":{"sultanate":"eligible","bahmani":"eligible","vijayanagara":"ineligible"},"stays":[],"barred":[],"block":1,"left":{"event":5,"mongol":2},"played":["event-5"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,6,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":15,"bahmani":5,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":2},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":2},"maharashtra":{"obedient-amirs":3},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":"event-16","places":{"sultanate":"eligible","bahmani":"eligible","vijayanagara":"ineligible"},"stays":[],"barred":[],"block":1,"left":{"event":4,"mongol":2},"played":["event-5","event-16"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,7,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":14,"bahmani":5,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":2},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":2},"orissa":{"governors":1},"maharashtra":{"obedient-amirs":3},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":"event-16","places":{"sultanate":"limited","bahmani":"eligible","vijayanagara":"ineligible"},"stays":[],"barred":[],"block":1,"left":{"event":4,"mongol":2},"played":["event-5","event-16"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,8,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":14,"bahmani":2,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2},"punjab":{"troops":4},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":3},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":3},"orissa":{"governors":1},"maharashtra":{"obedient-amirs":5},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":null,"places":{"sultanate":"eligible","bahmani":"ineligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":4,"mongol":2},"played":["event-5","event-16"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,9,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":14,"bahmani":2,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2,"mongols":4},"punjab":{"troops":4,"mongols":2},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":3},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":3},"orissa":{"governors":1},"maharashtra":{"obedient-amirs":5},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":null,"places":{"sultanate":"eligible","bahmani":"ineligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":4,"mongol":1},"played":["event-5","event-16","mongol-vijayanagara"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,10,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":14,"bahmani":2,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":4},"mountain-passes":{"troops":2,"mongols":4},"punjab":{"troops":4,"mongols":2},"sindh":{"troops":1},"rajput-kingdoms":{"troops":1},"gujarat":{"troops":1,"obedient-amirs":3},"malwa":{"troops":3,"governors":1},"jaunpur":{"troops":2},"madhyadesh":{"troops":2,"obedient-amirs":3},"orissa":{"governors":1},"maharashtra":{"obedient-amirs":5},"andhra":{"troops":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3},"tamilakam":{"troops":1}},"independent":[],"card":"event-7","places":{"sultanate":"eligible","bahmani":"ineligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":3,"mongol":1},"played":["event-5","event-16","mongol-vijayanagara","event-7"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,11,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":8,"bahmani":2,"vijayanagara":4},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":5},"mountain-passes":{"troops":4,"mongols":4},"punjab":{"troops":2,"mongols":2},"sindh":{"troops":2},"gujarat":{"troops":2,"governors":1,"obedient-amirs":3},"jaunpur":{"troops":3},"madhyadesh":{"troops":2,"obedient-amirs":3},"maharashtra":{"obedient-amirs":5},"andhra":{"troops":2,"governors":1,"qasbahs":1,"obedient-rajas":1,"temples":1},"karnataka":{"obedient-rajas":3}},"independent":[],"card":"event-7","places":{"sultanate":"event","bahmani":"ineligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":3,"mongol":1},"played":["event-5","event-16","mongol-vijayanagara","event-7"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,12,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":8,"bahmani":2,"vijayanagara":3},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":5},"mountain-passes":{"troops":4,"mongols":4},"punjab":{"troops":2,"mongols":2},"sindh":{"troops":2},"gujarat":{"troops":2,"governors":1,"obedient-amirs":3},"jaunpur":{"troops":3},"madhyadesh":{"troops":2,"obedient-amirs":3},"maharashtra":{"obedient-amirs":5},"andhra":{"troops":2,"governors":1,"qasbahs":1,"obedient-rajas":4,"temples":1}},"independent":[],"card":null,"places":{"sultanate":"ineligible","bahmani":"eligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":3,"mongol":1},"played":["event-5","event-16","mongol-vijayanagara","event-7"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,13,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":8,"bahmani":2,"vijayanagara":3},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":5},"mountain-passes":{"troops":4,"mongols":4},"punjab":{"troops":2,"mongols":2},"sindh":{"troops":2},"gujarat":{"troops":2,"governors":1,"obedient-amirs":3},"jaunpur":{"troops":3},"madhyadesh":{"troops":2,"obedient-amirs":3},"maharashtra":{"obedient-amirs":5},"andhra":{"troops":2,"governors":1,"qasbahs":1,"obedient-rajas":4,"temples":1}},"independent":[],"card":"event-15","places":{"sultanate":"ineligible","bahmani":"eligible","vijayanagara":"eligible"},"stays":[],"barred":[],"block":1,"left":{"event":2,"mongol":1},"played":["event-5","event-16","mongol-vijayanagara","event-7","event-15"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(1,14,'{"game":"vijayanagara","options":{"deck":"durbar","timurs_shadow":false,"plunder":"per_command","meeting_points":true},"dynasty":"khalji","resources":{"sultanate":8,"bahmani":2,"vijayanagara":1},"cavalry":{"sultanate":0,"bahmani":0,"vijayanagara":0},"influence":{"bahmani":0,"vijayanagara":1},"spaces":{"delhi":{"troops":5},"mountain-passes":{"troops":4,"mongols":4},"punjab":{"troops":2,"mongols":2},"sindh":{"troops":2},"gujarat":{"troops":2,"governors":1,"obedient-amirs":3},"jaunpur":{"troops":3},"madhyadesh":{"troops":2,"obedient-amirs":3},"maharashtra":{"obedient-amirs":5,"obedient-rajas":3},"andhra":{"troops":2,"governors":1,"qasbahs":1,"obedient-rajas":4,"temples":1},"karnataka":{"obedient-rajas":2}},"independent":[],"card":"event-15","places":{"sultanate":"ineligible","bahmani":"eligible","vijayanagara":"command"},"stays":[],"barred":[],"block":1,"left":{"event":2,"mongol":1},"played":["event-5","event-16","mongol-vijayanagara","event-7","event-15"],"offers":[],"offered":0,"over":false}');
INSERT INTO "turns" VALUES(2,1,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{},"to_move":"goats","tigers":["1a","2c","2d"],"goats":[],"captured":0,"recent":[],"quiet":0}');
INSERT INTO "turns" VALUES(2,2,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"goats","tigers":["1a","2c","2d"],"goats":[],"captured":0,"recent":[],"quiet":0}');
INSERT INTO "turns" VALUES(2,3,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"tigers","tigers":["1a","2c","2d"],"goats":["2a"],"captured":0,"recent":["2a"],"quiet":0}');
INSERT INTO "turns" VALUES(2,4,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"goats","tigers":["2b","2c","2d"],"goats":["2a"],"captured":0,"recent":["2a","1a-2b"],"quiet":1}');
INSERT INTO "turns" VALUES(2,5,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"tigers","tigers":["2b","2c","2d"],"goats":["1a","2a"],"captured":0,"recent":["2a","1a-2b","1a"],"quiet":0}');
INSERT INTO "turns" VALUES(2,6,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"goats","tigers":["2c","2d","3b"],"goats":["1a","2a"],"captured":0,"recent":["1a-2b","1a","2b-3b"],"quiet":1}');
INSERT INTO "turns" VALUES(2,7,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"tigers","tigers":["2c","2d","3b"],"goats":["1a","2a","2b"],"captured":0,"recent":["1a","2b-3b","2b"],"quiet":0}');
INSERT INTO "turns" VALUES(2,8,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"goats","tigers":["2d","3b","3c"],"goats":["1a","2a","2b"],"captured":0,"recent":["2b-3b","2b","2c-3c"],"quiet":1}');
INSERT INTO "turns" VALUES(2,9,'{"game":"aadu_huli","options":{"tigers":3,"goats":15,"captures":5,"sides":"drawn","quiet":100},"sides":{"goats":"north","tigers":"south"},"to_move":"tigers","tigers":["2d","3b","3c"],"goats":["1a","2a","2b","2c"],"captured":0,"recent":["2b","2c-3c","2c"],"quiet":0}');
CREATE TABLE users (
	id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	preferences TEXT NOT NULL, 
	first_seen DATETIME NOT NULL, 
	CONSTRAINT pk_users PRIMARY KEY (id)
);
CREATE INDEX ix_games_channel_id ON games (channel_id);
CREATE UNIQUE INDEX one_game_per_channel ON games (channel_id) WHERE status IN ('lobby', 'running');
CREATE INDEX ix_seats_user_id ON seats (user_id);
CREATE INDEX ix_deliveries_game_id ON deliveries (game_id);
CREATE INDEX ix_deliveries_waiting ON deliveries (channel_id, id) WHERE state IN ('due', 'sending');
CREATE INDEX ix_seats_automatic ON seats (game_id) WHERE level != '';
COMMIT;