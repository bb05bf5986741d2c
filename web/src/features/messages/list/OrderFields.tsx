import { channelFacts } from '@carillon/contract/channels'
import { Select } from '../../../ui/Input.tsx'
import { useGroups } from '../../groups/queries.ts'
import { type NarrowedTo, networks, type Order, orders } from './order.ts'
import { useChoose } from './useChoose.ts'

/** Filters a list by network, if the user has groups of several networks, and orders it if something is to come. */
export function OrderFields({
  network,
  sort = 'next',
  ordered = true,
}: NarrowedTo & { ordered?: boolean }) {
  const choose = useChoose()
  const groups = useGroups().data?.items ?? []
  const hasSeveral = new Set(groups.map(({ channel }) => channelFacts[channel].network)).size > 1
  return (
    <>
      {(hasSeveral || network) && (
        <Select
          aria-label="Network"
          className="sm:max-w-40"
          value={network ?? ''}
          onChange={({ target: { value } }) => choose('network', value)}
        >
          <option value="">Every network</option>
          {Object.entries(networks).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      )}
      {ordered && (
        <Select
          aria-label="Order"
          className="sm:max-w-44"
          value={sort}
          onChange={({ target: { value } }) => choose('sort', value === 'next' ? '' : value)}
        >
          {(Object.keys(orders) as Order[]).map((name) => (
            <option key={name} value={name}>
              {orders[name]}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}
