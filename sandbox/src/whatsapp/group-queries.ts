import type { Group } from '../world/whatsapp/model.ts'
import { lidOf, numberOf } from './jids.ts'
import { groupBy, type Network } from './network.ts'
import { node, type Node } from './nodes.ts'
import type { Query } from './queries.ts'
import { Refused } from './refused.ts'

/** All groups of the account. */
export function groupsOf({ network, connection }: Query): Node[] {
  const { groups } = network.world.state.whatsapp
  const lid = connection.device?.lid
  const mine = [...groups.values()].filter(
    ({ own, members }) => !own && members.some((member) => member.lid === lid),
  )
  return [
    node(
      'groups',
      {},
      mine.map((group) => groupNode(network, group)),
    ),
  ]
}

/** One group, if the account is in it. */
export function groupQuery({ network, connection, said }: Query): Node[] {
  const group = groupBy(network, said.attrs['to'])
  if (!group || group.own) throw new Refused(404, 'item-not-found')
  if (!group.members.some(({ lid }) => lid === connection.device?.lid))
    throw new Refused(403, 'forbidden')
  return [groupNode(network, group)]
}

/** The address of a group's picture, for its members. */
export function pictureQuery({ network, connection, said, asked }: Query): Node[] {
  const group = groupBy(network, said.attrs['target'])
  if (!group?.members.some(({ lid }) => lid === connection.device?.lid))
    throw new Refused(401, 'not-authorized')
  if (!group.picture) throw new Refused(404, 'item-not-found')
  const { type = 'image' } = asked?.attrs ?? {}
  const path = `/pps/${group.picture.id}_${type}.png`
  const url = `https://${network.mediaHost}${path}`
  return [node('picture', { id: group.picture.id, type, url, direct_path: path })]
}

function groupNode(network: Network, group: Group): Node {
  const { id, subject, createdAt, addressing, announce, members } = group
  const creation = Math.floor(createdAt / 1000)
  return node(
    'group',
    {
      id: id.split('@')[0],
      subject,
      s_t: creation,
      creation,
      addressing_mode: addressing,
      size: members.length,
    },
    [
      ...(announce ? [node('announcement')] : []),
      ...members.map(({ lid, admin }) =>
        node('participant', {
          ...namesIn(network, group, lid),
          type: admin ? 'admin' : undefined,
        }),
      ),
    ],
  )
}

/** The attributes of a member in a group. */
export function namesIn(
  network: Network,
  { addressing }: Group,
  lid: string,
): Record<string, string> {
  const number = numberOf(network.world.state.whatsapp.people.get(lid)?.pn ?? '')
  return addressing === 'lid'
    ? { jid: lidOf(lid), phone_number: number }
    : { jid: number, lid: lidOf(lid) }
}

/** The address of a member's device: by LID or by phone number, as this group addresses its members. */
export function callIn(network: Network, { addressing }: Group, lid: string, device = 0): string {
  const pn = network.world.state.whatsapp.people.get(lid)?.pn ?? ''
  return addressing === 'lid' ? lidOf(lid, device) : numberOf(pn, device)
}
