/**
 * The part of the Bot API 10.1 (June 2026) that the stand-in checks requests against: every field of
 * the methods it answers and of the objects they take. `[]X` is an array of X, `X|Y` either, `!` required.
 * Grow it from the published specification when a method is added.
 */
export type Fields = Readonly<Record<string, string>>

/** Methods by their lower-case name, as the real server matches them. */
export const methods: Readonly<Record<string, Fields>> = {
  // getMe
  getme: {},
  // getUpdates
  getupdates: {
    offset: 'Integer',
    limit: 'Integer',
    timeout: 'Integer',
    allowed_updates: '[]String',
  },
  // setWebhook
  setwebhook: {
    url: 'String!',
    certificate: 'InputFile',
    ip_address: 'String',
    max_connections: 'Integer',
    allowed_updates: '[]String',
    drop_pending_updates: 'Boolean',
    secret_token: 'String',
  },
  // deleteWebhook
  deletewebhook: {
    drop_pending_updates: 'Boolean',
  },
  // getWebhookInfo
  getwebhookinfo: {},
  // sendMessage
  sendmessage: {
    business_connection_id: 'String',
    chat_id: 'Integer|String!',
    message_thread_id: 'Integer',
    direct_messages_topic_id: 'Integer',
    text: 'String!',
    parse_mode: 'String',
    entities: '[]MessageEntity',
    link_preview_options: 'LinkPreviewOptions',
    disable_notification: 'Boolean',
    protect_content: 'Boolean',
    allow_paid_broadcast: 'Boolean',
    message_effect_id: 'String',
    suggested_post_parameters: 'SuggestedPostParameters',
    reply_parameters: 'ReplyParameters',
    reply_markup: 'InlineKeyboardMarkup|ReplyKeyboardMarkup|ReplyKeyboardRemove|ForceReply',
  },
  // getChat
  getchat: {
    chat_id: 'Integer|String!',
  },
  // getChatMember
  getchatmember: {
    chat_id: 'Integer|String!',
    user_id: 'Integer!',
  },
  // getChatAdministrators
  getchatadministrators: {
    chat_id: 'Integer|String!',
    return_bots: 'Boolean',
  },
  // getChatMemberCount
  getchatmembercount: {
    chat_id: 'Integer|String!',
  },
  // leaveChat
  leavechat: {
    chat_id: 'Integer|String!',
  },
  // deleteMessage
  deletemessage: {
    chat_id: 'Integer|String!',
    message_id: 'Integer!',
  },
  // editMessageText
  editmessagetext: {
    business_connection_id: 'String',
    chat_id: 'Integer|String',
    message_id: 'Integer',
    inline_message_id: 'String',
    text: 'String',
    parse_mode: 'String',
    entities: '[]MessageEntity',
    link_preview_options: 'LinkPreviewOptions',
    rich_message: 'InputRichMessage',
    reply_markup: 'InlineKeyboardMarkup',
  },
  // pinChatMessage
  pinchatmessage: {
    business_connection_id: 'String',
    chat_id: 'Integer|String!',
    message_id: 'Integer!',
    disable_notification: 'Boolean',
  },
  // unpinChatMessage
  unpinchatmessage: {
    business_connection_id: 'String',
    chat_id: 'Integer|String!',
    message_id: 'Integer',
  },
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
}
