import type { Group, GroupChange } from '../world/whatsapp/model.ts'
import { anotherPicture } from '../world/group-picture.ts'
import { ControlRefusal } from '../world/world.ts'
import { showService } from './people.ts'
import { callIn, namesIn } from './group-queries.ts'
import { groupBy, newId, seconds, type Network } from './network.ts'
import { node, type Node } from './nodes.ts'
import { sendToDevice } from './offline.ts'

/** Changes a group, and notifies the linked devices of its current and removed members. */
export function changeGroup(
  network: Network,
  groupId: string,
  byLid: string,
  change: GroupChange,
): Group {
  const before = groupBy(network, groupId)
  if (!before) throw new ControlRefusal('There is no such group.', 404)
  if ('lid' in change && !network.world.state.whatsapp.people.has(change.lid))
    throw new ControlRefusal(`Nobody has the id ${change.lid}.`)
  const after = changed(before, change)
  network.world.commit({ type: 'whatsappGroupSaved', group: after })
  showService(network.world, groupId, byLid, change)

  const told = new Set([...before.members, ...after.members].map(({ lid }) => lid))
  for (const lid of told)
    for (const { id } of network.world.state.whatsapp.people.get(lid)?.linked ?? [])
      sendToDevice(network, { lid, device: id }, noticeOf(network, after, byLid, change))
  return after
}

function changed(group: Group, change: GroupChange): Group {
  const { members } = group
  switch (change.kind) {
    case 'rename':
      return { ...group, subject: change.subject }
    case 'announce':
      return { ...group, announce: change.on }
    case 'picture': {
      const { picture, ...rest } = group
      return change.has ? { ...rest, picture: anotherPicture(group.subject, picture) } : rest
    }
    case 'add':
      return { ...group, members: [...members, { lid: change.lid, admin: false }] }
    case 'remove':
      return { ...group, members: withAdmin(members.filter(({ lid }) => lid !== change.lid)) }
    case 'promote':
    case 'demote': {
      const admin = change.kind === 'promote'
      return {
        ...group,
        members: members.map((one) => (one.lid === change.lid ? { ...one, admin } : one)),
      }
    }
  }
}

/** A group whose last admin has left gets another. */
const withAdmin = (members: Group['members']): Group['members'] =>
  members.some(({ admin }) => admin)
    ? members
    : members.map((member, i) => (i === 0 ? { ...member, admin: true } : member))

function noticeOf(network: Network, group: Group, byLid: string, change: GroupChange): Node {
  const about = {
    from: group.id,
    type: 'w:gp2',
    id: newId(network),
    participant: callIn(network, group, byLid),
    t: seconds(network),
    addressing_mode: group.addressing,
  }
  if (change.kind === 'picture') return pictureNotice(about, group)
  return node('notification', about, [whatHappened(network, group, change)])
}

type About = { from: string; id: string; t: string | number; participant: string }

/** Pictures have a notification type of their own. */
const pictureNotice = ({ from, id, t, participant: author }: About, { picture }: Group): Node =>
  node('notification', { from, type: 'picture', id, t }, [
    picture ? node('set', { id: picture.id, author }) : node('delete', { author }),
  ])

type Told = Exclude<GroupChange, { kind: 'picture' }>

function whatHappened(network: Network, group: Group, change: Told): Node {
  if (change.kind === 'rename') return node('subject', { subject: change.subject })
  if (change.kind === 'announce') return node(change.on ? 'announcement' : 'not_announcement')
  return node(change.kind, {}, [node('participant', namesIn(network, group, change.lid))])
}
