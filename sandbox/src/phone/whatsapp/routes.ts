import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { read } from '../../control/read.ts'
import { backFrom, rememberBack } from '../../http/back.ts'
import { sendHtml, sendPage } from '../../http/page.ts'
import type { Group, Person } from '../../world/whatsapp/model.ts'
import { messageBy } from '../../world/whatsapp/state.ts'
import { ControlRefusal, type World } from '../../world/world.ts'
import type { Whatsapp } from '../../whatsapp/server.ts'
import { sendFile, sendPicture } from '../files.ts'
import { Act, changeOf, TroubleChoice, troubleOf } from './acts.ts'
import { chatListHtml } from './chat-list.ts'
import { deviceListHtml, devicesPage } from './devices.ts'
import { chatPage, homePage } from './pages.ts'
import { createReader } from './reading.ts'
import { threadHtml } from './thread.ts'

const Told = z.object({
  problem: z.string().max(300).optional(),
  done: z.string().max(300).optional(),
})
const Said = z.object({ text: z.string().trim().min(1).max(4096) })
const Scanned = z.object({ text: z.string().min(1).max(2_000) })
const Typed = z.object({ code: z.string().min(1).max(20) })
const Device = z.object({ device: z.coerce.number().int().positive() })

/** The phones of everybody on WhatsApp: what they see of their groups, and what they may do. */
export function whatsappPhoneRoutes(app: FastifyInstance, world: World, whatsapp: Whatsapp): void {
  const personIn = (params: unknown): Person => {
    const { lid } = read(z.object({ lid: z.string() }), params)
    const person = world.state.whatsapp.people.get(lid)
    if (!person) throw new ControlRefusal('There is nobody with this id.', 404)
    return person
  }
  const viewIn = (params: unknown): { person: Person; group: Group; lid: string } => {
    const person = personIn(params)
    const group = world.state.whatsapp.groups.get(read(z.object({ id: z.string() }), params).id)
    if (!group?.members.some(({ lid }) => lid === person.lid))
      throw new ControlRefusal(`${person.name} is not in this group.`, 404)
    return { person, group, lid: person.lid }
  }
  /** A message that the holder of the phone has read and that still stands there. */
  const shownIn = (params: unknown) => {
    const { group, lid } = viewIn(params)
    const { message: id } = read(z.object({ message: z.string() }), params)
    const message = messageBy(world.state.whatsapp, group.id, id)
    return message?.readers.includes(lid) && !message.deletedAt ? message : undefined
  }
  const lookAt = createReader(world, whatsapp)

  app.get('/sandbox/whatsapp', (request, reply) => {
    const [first] = world.state.whatsapp.people.values()
    if (!first) throw new ControlRefusal('Nobody is on WhatsApp here yet.', 404)
    const back = backFrom(request)
    if (back) rememberBack(reply, back)
    return reply.redirect(`/sandbox/whatsapp/${first.lid}`)
  })
  app.get('/sandbox/whatsapp/:lid', ({ params }, reply) =>
    sendPage(reply, homePage(world, personIn(params))),
  )
  app.get('/sandbox/whatsapp/:lid/list', ({ params, query }, reply) => {
    const { current } = read(z.object({ current: z.string().default('') }), query)
    return sendHtml(reply, chatListHtml(world, personIn(params).lid, current))
  })

  app.get('/sandbox/whatsapp/:lid/chats/:id', ({ params, query }, reply) => {
    const { person, group, lid } = viewIn(params)
    lookAt(lid, group.id)
    return sendPage(reply, chatPage({ world, lid, group }, person, read(Told, query).problem))
  })
  app.get('/sandbox/whatsapp/:lid/chats/:id/thread', ({ params }, reply) => {
    const { group, lid } = viewIn(params)
    lookAt(lid, group.id)
    return sendHtml(reply, threadHtml({ world, lid, group }))
  })
  app.get('/sandbox/whatsapp/:lid/chats/:id/photo', ({ params }, reply) => {
    const { picture } = viewIn(params).group
    if (!picture) throw new ControlRefusal('This group has no photo.', 404)
    return sendPicture(reply, picture)
  })
  app.get('/sandbox/whatsapp/:lid/chats/:id/files/:message', ({ params }, reply) => {
    const media = shownIn(params)?.media
    if (!media) throw new ControlRefusal('There is no such file.', 404)
    const { kind, mimetype: mimeType, bytes, sha256 } = media
    return sendFile(reply, world, { kind, mimeType, bytes, sha256 })
  })
  app.get('/sandbox/whatsapp/:lid/chats/:id/files/:message/link', ({ params }, reply) => {
    const message = shownIn(params)
    const { picture } = message?.linkCard ?? {}
    if (!picture) throw new ControlRefusal('There is no such picture.', 404)
    return sendFile(reply, world, { kind: 'photo', mimeType: 'image/jpeg', ...picture })
  })
  app.post('/sandbox/whatsapp/:lid/chats/:id/say', ({ params, body }, reply) => {
    const { group, lid } = viewIn(params)
    const { text } = read(Said, body)
    const path = `/sandbox/whatsapp/${lid}/chats/${group.id}`
    return attempt(reply, path, () => whatsapp.speak(lid, group.id, text))
  })
  app.post('/sandbox/whatsapp/:lid/chats/:id/act', ({ params, body }, reply) => {
    const { group, lid } = viewIn(params)
    const act = read(Act, body)
    const leaves = act.act === 'leave'
    const path = `/sandbox/whatsapp/${lid}${leaves ? '' : `/chats/${group.id}`}`
    return attempt(reply, path, () => {
      whatsapp.changeGroup(group.id, lid, changeOf(group, lid, act))
    })
  })

  app.get('/sandbox/whatsapp/:lid/devices', ({ params, query }, reply) => {
    const told = read(Told, query)
    return sendPage(reply, devicesPage(world, personIn(params), whatsapp.isThere, told))
  })
  app.get('/sandbox/whatsapp/:lid/devices/list', ({ params }, reply) =>
    sendHtml(reply, deviceListHtml(world, personIn(params), whatsapp.isThere)),
  )
  const linking = 'The code is right. The device is in the list as soon as it has logged in.'
  app.post('/sandbox/whatsapp/:lid/devices/scan', ({ params, body }, reply) => {
    const { lid } = personIn(params)
    const { text } = read(Scanned, body)
    return attempt(reply, devicesOf(lid), () => whatsapp.scan(lid, text), linking)
  })
  app.post('/sandbox/whatsapp/:lid/devices/code', ({ params, body }, reply) => {
    const { lid } = personIn(params)
    const code = read(Typed, body)
      .code.toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
    return attempt(reply, devicesOf(lid), () => whatsapp.typeCode(lid, code), linking)
  })
  app.post('/sandbox/whatsapp/:lid/devices/unlink', ({ params, body }, reply) => {
    const { lid } = personIn(params)
    const { device } = read(Device, body)
    return attempt(reply, devicesOf(lid), () => whatsapp.unlink(lid, device), 'Logged out.')
  })
  app.post('/sandbox/whatsapp/:lid/trouble', ({ params, body }, reply) => {
    const { lid } = personIn(params)
    const choice = read(TroubleChoice, body)
    return attempt(
      reply,
      devicesOf(lid),
      () => whatsapp.setTrouble(lid, troubleOf(choice, world.now())),
      'Done.',
    )
  })
}

const devicesOf = (lid: string) => `/sandbox/whatsapp/${lid}/devices`

/** Back to the page either way: with what was done, or with words why not. */
async function attempt(
  reply: FastifyReply,
  path: string,
  run: () => void | Promise<void>,
  done?: string,
): Promise<FastifyReply> {
  try {
    await run()
    return reply.redirect(done ? `${path}?${new URLSearchParams({ done }).toString()}` : path, 303)
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error
    return reply.redirect(
      `${path}?${new URLSearchParams({ problem: error.message }).toString()}`,
      303,
    )
  }
}
