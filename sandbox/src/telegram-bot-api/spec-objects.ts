/**
 * The part of the Bot API 10.1 (June 2026) that the stand-in checks requests against: every field of
 * the methods it answers (in `spec.ts`) and of the objects they take. `[]X` is an array of X, `X|Y`
 * either, `!` required. Grow it from the published specification when a method is added.
 */
export type Fields = Readonly<Record<string, string>>

const captioned: Fields = {
  type: 'String!',
  media: 'String!',
  caption: 'String',
  parse_mode: 'String',
  caption_entities: '[]MessageEntity',
}

const inView: Fields = {
  show_caption_above_media: 'Boolean',
  has_spoiler: 'Boolean',
}

/** The objects inside parameters; a type that is not here is only checked to be an object. */
export const objects: Readonly<Record<string, Fields>> = {
  MessageEntity: {
    type: 'String!',
    offset: 'Integer!',
    length: 'Integer!',
    url: 'String',
    user: 'User',
    language: 'String',
    custom_emoji_id: 'String',
    unix_time: 'Integer',
    date_time_format: 'String',
  },
  User: {
    id: 'Integer!',
    is_bot: 'Boolean!',
    first_name: 'String!',
    last_name: 'String',
    username: 'String',
    language_code: 'String',
    is_premium: 'Boolean',
    added_to_attachment_menu: 'Boolean',
    can_join_groups: 'Boolean',
    can_read_all_group_messages: 'Boolean',
    supports_guest_queries: 'Boolean',
    supports_inline_queries: 'Boolean',
    can_connect_to_business: 'Boolean',
    has_main_web_app: 'Boolean',
    has_topics_enabled: 'Boolean',
    allows_users_to_create_topics: 'Boolean',
    can_manage_bots: 'Boolean',
    supports_join_request_queries: 'Boolean',
  },
  LinkPreviewOptions: {
    is_disabled: 'Boolean',
    url: 'String',
    prefer_small_media: 'Boolean',
    prefer_large_media: 'Boolean',
    show_above_text: 'Boolean',
  },
  ReplyParameters: {
    message_id: 'Integer!',
    chat_id: 'Integer|String',
    allow_sending_without_reply: 'Boolean',
    quote: 'String',
    quote_parse_mode: 'String',
    quote_entities: '[]MessageEntity',
    quote_position: 'Integer',
    checklist_task_id: 'Integer',
    poll_option_id: 'String',
  },
  InlineKeyboardMarkup: {
    inline_keyboard: '[][]InlineKeyboardButton!',
  },
  InlineKeyboardButton: {
    text: 'String!',
    icon_custom_emoji_id: 'String',
    style: 'String',
    url: 'String',
    callback_data: 'String',
    web_app: 'WebAppInfo',
    login_url: 'LoginUrl',
    switch_inline_query: 'String',
    switch_inline_query_current_chat: 'String',
    switch_inline_query_chosen_chat: 'SwitchInlineQueryChosenChat',
    copy_text: 'CopyTextButton',
    callback_game: 'CallbackGame',
    pay: 'Boolean',
  },
  CopyTextButton: {
    text: 'String!',
  },
  ReplyKeyboardMarkup: {
    keyboard: '[][]KeyboardButton!',
    is_persistent: 'Boolean',
    resize_keyboard: 'Boolean',
    one_time_keyboard: 'Boolean',
    input_field_placeholder: 'String',
    selective: 'Boolean',
  },
  KeyboardButton: {
    text: 'String!',
    icon_custom_emoji_id: 'String',
    style: 'String',
    request_users: 'KeyboardButtonRequestUsers',
    request_chat: 'KeyboardButtonRequestChat',
    request_managed_bot: 'KeyboardButtonRequestManagedBot',
    request_contact: 'Boolean',
    request_location: 'Boolean',
    request_poll: 'KeyboardButtonPollType',
    web_app: 'WebAppInfo',
  },
  ReplyKeyboardRemove: {
    remove_keyboard: 'Boolean!',
    selective: 'Boolean',
  },
  ForceReply: {
    force_reply: 'Boolean!',
    input_field_placeholder: 'String',
    selective: 'Boolean',
  },
  InputPollOption: {
    text: 'String!',
    text_parse_mode: 'String',
    text_entities: '[]MessageEntity',
  },
  // One object whose fields depend on its `type`.
  'InputMedia.photo': { ...captioned, ...inView },
  'InputMedia.video': {
    ...captioned,
    ...inView,
    thumbnail: 'String',
    cover: 'String',
    start_timestamp: 'Integer',
    width: 'Integer',
    height: 'Integer',
    duration: 'Integer',
    supports_streaming: 'Boolean',
  },
  'InputMedia.document': {
    ...captioned,
    thumbnail: 'String',
    disable_content_type_detection: 'Boolean',
  },
  'InputMedia.audio': {
    ...captioned,
    thumbnail: 'String',
    duration: 'Integer',
    performer: 'String',
    title: 'String',
  },
}
