import { ControlRefusal } from '../world/world.ts'
import { lidOf } from './jids.ts'
import { personBy, type Network } from './network.ts'
import { endStream } from './stream-errors.ts'

/** Takes a device off an account, on the phone or by itself; its connection ends, and its next login fails. */
export function unlink(network: Network, user: string, id: number): void {
  const person = personBy(network, user)
  if (!person?.linked.some((device) => device.id === id))
    throw new ControlRefusal('This device is not linked.')
  const linked = person.linked.filter((device) => device.id !== id)
  network.world.commit({ type: 'whatsappPersonSaved', person: { ...person, linked } })
  network.waiting.delete(lidOf(person.lid, id))
  for (const connection of network.connections) {
    const { device } = connection
    if (device?.lid === person.lid && device.id === id) endStream(connection, 'unlinked')
  }
}
