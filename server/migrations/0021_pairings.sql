-- Room: connections.

-- When the user agreed to how this network is used: asked where a network may punish its accounts for it.
alter table connections add column consented_at timestamptz;

-- A pairing in steps that goes on now: its session lives in one process, and its step is on the user's screen.
create table pairings (
  connection_id uuid primary key references connections on delete cascade,
  -- Which session of the connection; a session that finds another one here ends.
  attempt uuid not null,
  -- Sealed: what the person does next, such as what they scan; null while the network is asked for it.
  step bytea,
  -- When the step is good no more; then the session is taken for ended, whatever became of its process.
  expires_at timestamptz not null
);
