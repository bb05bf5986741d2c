-- Room: messages. The save that sent a message last, as its device calls it: a device whose answer was lost knows its own.
alter table messages add column sent_by text;
