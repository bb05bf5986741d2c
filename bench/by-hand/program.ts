import { autoRetry } from '@grammyjs/auto-retry'
import { Bot } from 'grammy'
import cron from 'node-cron'

// What one would write without a product: node-cron for the time, grammY for the sending, and its
// retries as its documentation adds them. A process of its own, so that it can be killed.
type Job = {
  apiRoot: string
  at: number
  text: string
  bots: { token: string; chatIds: number[] }[]
}

process.once('message', ({ apiRoot, at, text, bots }: Job) => {
  const senders = bots.map(({ token, chatIds }) => {
    const bot = new Bot(token, { client: { apiRoot } })
    bot.api.config.use(autoRetry())
    return { bot, chatIds }
  })
  const due = new Date(at)
  const expression = `${due.getUTCSeconds()} ${due.getUTCMinutes()} ${due.getUTCHours()} * * *`
  cron.schedule(
    expression,
    async () => {
      await Promise.all(
        senders.map(async ({ bot, chatIds }) => {
          for (const chatId of chatIds) await bot.api.sendMessage(chatId, text)
        }),
      )
      process.send?.('done')
    },
    { timezone: 'UTC' },
  )
  process.send?.('ready')
})
