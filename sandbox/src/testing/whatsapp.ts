import type { z } from 'zod'
import type * as bodies from '../control/whatsapp-bodies.ts'
import type { PersonView, WhatsappView } from '../control/whatsapp-routes.ts'
import type { Group, Shown } from '../world/whatsapp/model.ts'

type Call = <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>
type Body<T extends z.ZodType> = z.input<T>

/** Actions of people on their phones, and faults of the network; people are named by their hidden ids. */
export function whatsappClient(call: Call) {
  const act = (lid: string, what: string, body: object = {}) =>
    call<object>('POST', `/whatsapp/people/${lid}/${what}`, body)
  return {
    world: () => call<WhatsappView>('GET', '/whatsapp/world'),
    addPerson: (person: Body<typeof bodies.NewPerson>) =>
      call<PersonView>('POST', '/whatsapp/people', person),
    addGroup: (group: Body<typeof bodies.NewGroup>) =>
      call<Group>('POST', '/whatsapp/groups', group),
    /** The last 200 messages of a group as the phones show them now. */
    messages: (groupId: string) => call<Shown[]>('GET', `/whatsapp/groups/${groupId}/messages`),
    changeGroup: (groupId: string, given: Body<typeof bodies.GroupAct>) =>
      call<Group>('POST', `/whatsapp/groups/${groupId}/change`, given),
    /** Scans a QR code. */
    scan: (lid: string, text: string) => act(lid, 'scan', { text }),
    typeCode: (lid: string, code: string) => act(lid, 'code', { code }),
    unlink: (lid: string, device: number) => act(lid, 'unlink', { device }),
    read: (lid: string, message: Body<typeof bodies.MessageRead>) => act(lid, 'read', message),
    forgetKeys: (lid: string) => act(lid, 'forget-keys'),
    /** Ends the connections of somebody's linked devices. */
    end: (lid: string, why: Body<typeof bodies.Ending>['why']) => act(lid, 'end', { why }),
    /** WhatsApp refuses clients older than this version from now on; 0 accepts all again. */
    requireVersion: (revision: number) => call<object>('POST', '/whatsapp/version', { revision }),
    /** Replaces the faults from now on; nothing removes all. */
    faults: (...faults: Body<typeof bodies.FaultPlan>['faults']) =>
      call<object>('POST', '/whatsapp/faults', { faults }),
  }
}
