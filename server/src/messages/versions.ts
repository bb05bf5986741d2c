import { VERSIONS_MAX, type MessageVersion } from '@carillon/contract/messages'
import type { UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { find } from './store.ts'
import { findVersions } from './versions-store.ts'

/** The versions of a message: its content, those that its runs sent, and those that were saved and never sent; newest first. Throws `not_found`. */
export async function listVersions(
  ctx: UserContext,
  id: string,
): Promise<{ items: MessageVersion[] }> {
  const message = isUuid(id) ? await find(ctx, ctx.user.id, id) : undefined
  if (!message) throw notFound('message')
  const versions = await findVersions(ctx, message, VERSIONS_MAX)
  return {
    items: versions.map(({ at, lastRunAt, ...version }) => ({
      ...version,
      at: at.toISOString(),
      lastRunAt: lastRunAt?.toISOString() ?? null,
      isCurrent: version.contentId === message.contentId,
    })),
  }
}
