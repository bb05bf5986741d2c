import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Person, Shown } from '../world/whatsapp/model.ts'
import type { World } from '../world/world.ts'
import type { Whatsapp } from '../whatsapp/server.ts'
import { defined } from './defined.ts'
import { read } from './read.ts'
import * as bodies from './whatsapp-bodies.ts'

/** WhatsApp for tests and scripts: its people, their actions on phones, and faults. */
export function whatsappRoutes(app: FastifyInstance, world: World, whatsapp: Whatsapp): void {
  app.get('/world', () => whatsappView(world, whatsapp))
  app.post('/people', ({ body }) =>
    personView(whatsapp.addPerson(defined(read(bodies.NewPerson, body)))),
  )
  app.post('/people/:lid/scan', ({ params, body }) => {
    whatsapp.scan(lidIn(params), read(bodies.Scan, body).text)
    return {}
  })
  app.post('/people/:lid/code', async ({ params, body }) => {
    await whatsapp.typeCode(lidIn(params), read(bodies.Code, body).code)
    return {}
  })
  app.post('/people/:lid/unlink', ({ params, body }) => {
    whatsapp.unlink(lidIn(params), read(bodies.Device, body).device)
    return {}
  })
  app.post('/people/:lid/read', ({ params, body }) => {
    const { groupId, messageId } = read(bodies.MessageRead, body)
    whatsapp.read(lidIn(params), groupId, messageId)
    return {}
  })
  app.post('/people/:lid/forget-keys', ({ params }) => {
    whatsapp.forgetKeys(lidIn(params))
    return {}
  })
  app.post('/people/:lid/end', ({ params, body }) => {
    whatsapp.endStreams(lidIn(params), read(bodies.Ending, body).why)
    return {}
  })
  app.post('/groups', ({ body }) => whatsapp.addGroup(defined(read(bodies.NewGroup, body))))
  app.get('/groups/:id/messages', ({ params }) => messagesView(world, idIn(params)))
  app.post('/groups/:id/change', ({ params, body }) => {
    const { by, change } = read(bodies.GroupAct, body)
    return whatsapp.changeGroup(idIn(params), by, change)
  })
  app.post('/version', ({ body }) => {
    whatsapp.requireVersion(read(bodies.OldestClient, body).revision)
    return {}
  })
  app.post('/faults', ({ body }) => {
    const { faults } = read(bodies.FaultPlan, body)
    whatsapp.faults.clear()
    for (const fault of faults) whatsapp.faults.add(defined(fault))
    return {}
  })
}

const lidIn = (params: unknown): string => read(z.object({ lid: z.string() }), params).lid

const idIn = (params: unknown): string => read(z.object({ id: z.string() }), params).id

// As many as of a chat on Telegram.
const MESSAGES_SHOWN = 200

/** The last messages of a group as the phones show them now, oldest first. */
const messagesView = (world: World, id: string): Shown[] =>
  [...world.state.whatsapp.messages.values()]
    .filter(({ groupId, service }) => groupId === id && !service)
    .slice(-MESSAGES_SHOWN)

/** People, groups, and queries that the stand-in does not support. */
const whatsappView = (world: World, whatsapp: Whatsapp) => ({
  people: [...world.state.whatsapp.people.values()].map(personView),
  groups: [...world.state.whatsapp.groups.values()],
  violations: whatsapp.violations,
  /** What was scanned or typed to link devices, in its parts: with it anybody could link another. */
  entered: whatsapp.entered(),
  /** How often a client asked which version is taken. */
  revisionAsked: whatsapp.revisionAsked(),
  /** How often a linked device logged in while it was connected already. */
  replaced: whatsapp.replaced(),
  /** How many files clients have brought, also those that no message shows. */
  filesBrought: whatsapp.filesBrought(),
})

export type WhatsappView = ReturnType<typeof whatsappView>

/** Without the private key, with which anybody could be linked. */
function personView({ lid, pn, name, linked }: Person) {
  return { lid, pn, name, devices: linked.map(({ id }) => id) }
}

export type PersonView = ReturnType<typeof personView>
