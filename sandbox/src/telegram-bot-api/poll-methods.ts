import { setTimeout as sleep } from 'node:timers/promises'
import { flagOf, isObject, jsonOf, textOf, type Args } from './arguments.ts'
import { isLonger } from './formatted-text.ts'
import type { Method } from './methods.ts'
import { checkMayPost, targetFor, waitFor } from './posting.ts'
import { messageJson } from './present.ts'
import { badRequest } from './refusal.ts'
import { post } from '../world/telegram/messages.ts'
import type { Poll } from '../world/telegram/model.ts'

// The published bounds of Bot API 10.1. The real server's words for what is beyond them were not seen.
const QUESTION_MAX = 300
const OPTIONS_MAX = 12
const OPTION_MAX = 100

const sendPoll: Method = async (call) => {
  const { args, world, bot } = call
  const poll = pollOf(args)
  const target = targetFor(call)
  checkPoll(poll)
  checkMayPost(call, target, 'poll')
  const { chat, draft } = target
  const wait = waitFor(call, chat)
  if (wait > 0) {
    await sleep(wait)
    return sendPoll(call)
  }
  const message = post(
    world,
    chat,
    { ...draft, content: { kind: 'poll', poll } },
    { botId: bot.id },
  )
  return messageJson(world, chat, message)
}

function pollOf(args: Args): Poll {
  const options = jsonOf(args, 'options', "can't parse options JSON object")
  if (!Array.isArray(options)) throw badRequest('expected an Array of InputPollOption as options')
  const quiz = textOf(args, 'type') === 'quiz'
  const correct = jsonOf(args, 'correct_option_ids', "can't parse correct option identifiers")
  return {
    question: textOf(args, 'question').trim(),
    options: options.map(optionOf),
    anonymous: args['is_anonymous'] === undefined || flagOf(args, 'is_anonymous'),
    multiple: flagOf(args, 'allows_multiple_answers'),
    ...(quiz ? { correct: Array.isArray(correct) ? correct.map(Number) : [] } : {}),
  }
}

function optionOf(option: unknown): string {
  if (typeof option === 'string') return option.trim()
  if (!isObject(option)) throw badRequest("can't parse options: expected an Object")
  return textOf(option, 'text').trim()
}

function checkPoll({ question, options, correct }: Poll): void {
  if (question === '') throw badRequest('poll question must be non-empty')
  if (isLonger(question, QUESTION_MAX)) {
    throw badRequest(`poll question length must not exceed ${QUESTION_MAX}`)
  }
  if (options.length === 0) throw badRequest('poll must have at least 1 option')
  if (options.length > OPTIONS_MAX)
    throw badRequest(`poll can't have more than ${OPTIONS_MAX} options`)
  if (options.includes('')) throw badRequest('poll options must be non-empty')
  if (options.some((option) => isLonger(option, OPTION_MAX))) {
    throw badRequest(`poll options length must not exceed ${OPTION_MAX}`)
  }
  const wrong = correct && (correct.length === 0 || correct.some((place) => !options[place]))
  if (wrong) throw badRequest('wrong correct option ID specified')
}

export const pollMethods = { sendPoll }
