import type { ChannelKind } from '@carillon/contract/config'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'

/** One copy on a channel, to show what the members of its group got and what became of it. */
export type ShownCopy = {
  channel: ChannelKind
  groupId: string
  groupTitle: string
  /** What it says now, or said before it was deleted. */
  contentId: string
  /** Null if nobody knows whether it was sent. */
  sentAt: Date | null
  editedAt: Date | null
  deletedAt: Date | null
}

/** One copy of an occurrence on each channel: one that stands rather than one that was deleted, and of these an edited one. */
export async function readShownCopies(
  reading: Reading,
  occurrenceId: string,
): Promise<ShownCopy[]> {
  const { rows } = await sql<ShownCopy>`
    select distinct on (g.channel) g.channel, d.group_id, g.title as group_title, d.content_id, d.sent_at,
      coalesce(edit.done_at, edit.done_before) as edited_at, gone.done_at as deleted_at
    from deliveries d join groups g on g.id = d.group_id
    left join follow_ups edit on edit.delivery_id = d.id and edit.kind = 'edit'
    left join follow_ups gone on gone.delivery_id = d.id and gone.kind = 'delete'
    where d.occurrence_id = ${occurrenceId} and d.status in ('sent', 'unconfirmed')
    order by g.channel, gone.done_at is not null, d.status = 'unconfirmed', coalesce(edit.done_at, edit.done_before) is null, d.part, d.id`.execute(
    reading.db,
  )
  return rows
}
