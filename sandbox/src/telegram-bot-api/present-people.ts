import type { World } from '../world/world.ts'

type Json = Record<string, unknown>

export function userJson(world: World, id: number): Json {
  const user = world.state.telegram.users.get(id)
  return {
    id,
    is_bot: user?.isBot ?? false,
    first_name: user?.firstName ?? '',
    ...(user?.lastName ? { last_name: user.lastName } : {}),
    ...(user?.username ? { username: user.username } : {}),
    ...(user && !user.isBot ? { language_code: 'en' } : {}),
  }
}

/** What getMe adds about the bot itself. */
export function selfJson(world: World, botId: number): Json {
  return {
    ...userJson(world, botId),
    can_join_groups: true,
    can_read_all_group_messages: !world.state.telegram.bots.get(botId)?.privacy,
    supports_inline_queries: false,
    supports_guest_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
  }
}
