import type { ChannelAccount } from '../port/account.ts'
import { CHAT_PHOTO_BYTES_MAX, type ChatPhoto } from '../port/chats.ts'
import { cannotAsk, refusalOf } from './chats.ts'
import type { Client } from './client.ts'

/** The small picture of a chat, 160 pixels wide. Throws AppError `unavailable` when it cannot be fetched now. */
export async function chatPhoto(
  client: Client,
  { credentials: token }: ChannelAccount,
  externalId: string,
  known: string | null,
): Promise<ChatPhoto> {
  const purpose = 'photos'
  try {
    const { photo } = await client.call(
      token,
      (api, signal) => api.getChat({ chat_id: externalId }, signal),
      { purpose },
    )
    if (!photo) return { kind: 'none' }
    // `file_id` differs between bots and days; `file_unique_id` does not.
    const mark = photo.small_file_unique_id
    if (mark === known) return { kind: 'same' }
    const { file_path, file_size = 0 } = await client.call(
      token,
      (api, signal) => api.getFile({ file_id: photo.small_file_id }, signal),
      { purpose },
    )
    // A self-hosted Bot API server in local mode returns a path on its own disk.
    if (!file_path || file_path.startsWith('/') || file_size > CHAT_PHOTO_BYTES_MAX) {
      return { kind: 'none' }
    }
    return { kind: 'photo', mark, bytes: await client.download(token, file_path) }
  } catch (error) {
    throw cannotAsk(refusalOf(error))
  }
}
