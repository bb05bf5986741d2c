import type { Fields } from './spec-objects.ts'

/** What every method that sends takes. */
const sent: Fields = {
  business_connection_id: 'String',
  chat_id: 'Integer|String!',
  message_thread_id: 'Integer',
  direct_messages_topic_id: 'Integer',
  disable_notification: 'Boolean',
  protect_content: 'Boolean',
  allow_paid_broadcast: 'Boolean',
  message_effect_id: 'String',
  reply_parameters: 'ReplyParameters',
}

/** What every method that sends one message takes. */
const sentAlone: Fields = {
  ...sent,
  suggested_post_parameters: 'SuggestedPostParameters',
  reply_markup: 'InlineKeyboardMarkup|ReplyKeyboardMarkup|ReplyKeyboardRemove|ForceReply',
}

const caption: Fields = {
  caption: 'String',
  parse_mode: 'String',
  caption_entities: '[]MessageEntity',
}

/** Methods by their lower-case name, as the real server matches them. */
export const methods: Readonly<Record<string, Fields>> = {
  // getMe
  getme: {},
  // getFile
  getfile: { file_id: 'String!' },
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
    ...sentAlone,
    text: 'String!',
    parse_mode: 'String',
    entities: '[]MessageEntity',
    link_preview_options: 'LinkPreviewOptions',
  },
  // sendPhoto
  sendphoto: {
    ...sentAlone,
    ...caption,
    photo: 'InputFile|String!',
    show_caption_above_media: 'Boolean',
    has_spoiler: 'Boolean',
  },
  // sendVideo
  sendvideo: {
    ...sentAlone,
    ...caption,
    video: 'InputFile|String!',
    duration: 'Integer',
    width: 'Integer',
    height: 'Integer',
    thumbnail: 'InputFile|String',
    cover: 'InputFile|String',
    start_timestamp: 'Integer',
    show_caption_above_media: 'Boolean',
    has_spoiler: 'Boolean',
    supports_streaming: 'Boolean',
  },
  // sendAnimation
  sendanimation: {
    ...sentAlone,
    ...caption,
    animation: 'InputFile|String!',
    duration: 'Integer',
    width: 'Integer',
    height: 'Integer',
    thumbnail: 'InputFile|String',
    show_caption_above_media: 'Boolean',
    has_spoiler: 'Boolean',
  },
  // sendDocument
  senddocument: {
    ...sentAlone,
    ...caption,
    document: 'InputFile|String!',
    thumbnail: 'InputFile|String',
    disable_content_type_detection: 'Boolean',
  },
  // sendAudio
  sendaudio: {
    ...sentAlone,
    ...caption,
    audio: 'InputFile|String!',
    duration: 'Integer',
    performer: 'String',
    title: 'String',
    thumbnail: 'InputFile|String',
  },
  // sendVoice
  sendvoice: {
    ...sentAlone,
    ...caption,
    voice: 'InputFile|String!',
    duration: 'Integer',
  },
  // sendMediaGroup
  sendmediagroup: {
    ...sent,
    media: '[]InputMedia!',
  },
  // sendPoll
  sendpoll: {
    ...sentAlone,
    question: 'String!',
    question_parse_mode: 'String',
    question_entities: '[]MessageEntity',
    options: '[]InputPollOption!',
    is_anonymous: 'Boolean',
    type: 'String',
    allows_multiple_answers: 'Boolean',
    correct_option_ids: '[]Integer',
    explanation: 'String',
    explanation_parse_mode: 'String',
    explanation_entities: '[]MessageEntity',
    open_period: 'Integer',
    close_date: 'Integer',
    is_closed: 'Boolean',
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
  // deleteMessages
  deletemessages: {
    chat_id: 'Integer|String!',
    message_ids: '[]Integer!',
  },
  // editMessageCaption
  editmessagecaption: {
    ...caption,
    business_connection_id: 'String',
    chat_id: 'Integer|String',
    message_id: 'Integer',
    inline_message_id: 'String',
    show_caption_above_media: 'Boolean',
    reply_markup: 'InlineKeyboardMarkup',
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
