-- Content is one of several kinds; what there is so far is text.
update contents set body = jsonb_build_object('kind', 'text') || body where not body ? 'kind';

update users u set stored_bytes = c.bytes
from (select user_id, sum(bytes_of_content(body)) as bytes from contents group by user_id) c
where u.id = c.user_id;

-- One delivery may become several messages at the network, such as an album.
update deliveries
set receipt = (receipt - 'externalId') || jsonb_build_object('externalIds', jsonb_build_array(receipt->'externalId'))
where receipt ? 'externalId';
