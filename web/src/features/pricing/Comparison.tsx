import { plans, tierLimits, type Tier } from '@carillon/contract/tiers'
import { Check, X } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

/** Both plans beside each other, line by line. */
export function Comparison() {
  return (
    <section aria-labelledby="comparison" className="mx-auto mt-16 max-w-[840px] md:mt-20">
      <h2 id="comparison" className="text-center text-2xl font-semibold tracking-tight">
        Features Comparison
      </h2>
      <div className="mt-6 overflow-hidden rounded-xl border border-line bg-surface">
        <table className="w-full table-fixed text-left">
          <caption className="sr-only">Features Comparison</caption>
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={cn(cellClasses, 'w-2/5 text-left font-medium text-muted')}>
                Feature
              </th>
              {plans.map(({ type, name }) => (
                <th key={type} scope="col" className={cn(cellClasses, 'font-semibold')}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ feature, of }) => (
              <tr key={feature} className="border-b border-line last:border-0">
                <th scope="row" className={cn(cellClasses, 'text-left font-normal')}>
                  {feature}
                </th>
                {plans.map(({ type }) => (
                  <td key={type} data-tabular className={cellClasses}>
                    <Value value={of(type)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Yes and no as a mark, null as no limit, everything else as it is. */
function Value({ value }: { value: boolean | number | string | null }) {
  if (value === null) return <span className="font-medium">Unlimited</span>
  if (typeof value !== 'boolean') return value
  const Icon = value ? Check : X
  return (
    <span className={cn('inline-flex align-middle', value ? 'text-good' : 'text-muted')}>
      <Icon size={20} strokeWidth={2.25} aria-hidden />
      <span className="sr-only">{value ? 'Included' : 'Not included'}</span>
    </span>
  )
}

const priceOf = (tier: Tier) => plans.find(({ type }) => type === tier)?.priceText ?? ''
const isPro = (tier: Tier) => tier === 'pro'

const rows: { feature: string; of: (tier: Tier) => boolean | number | string | null }[] = [
  { feature: 'Price per month', of: priceOf },
  { feature: 'Telegram groups', of: (tier) => tierLimits[tier].maxGroups },
  { feature: 'WhatsApp groups', of: whatsappGroups },
  { feature: 'Cycles', of: (tier) => tierLimits[tier].maxCycles },
  { feature: 'Priority support', of: isPro },
  { feature: 'Basic support', of: () => true },
  { feature: 'Scheduling', of: () => true },
  { feature: 'Media upload', of: (tier) => tierLimits[tier].mediaUpload },
]

function whatsappGroups(tier: Tier) {
  const { whatsappAccess, maxGroups } = tierLimits[tier]
  return whatsappAccess ? maxGroups : false
}

const cellClasses = 'px-4 py-3.5 text-center sm:px-6'
