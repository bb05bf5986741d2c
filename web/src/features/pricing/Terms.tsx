import { FlaskConical, ShieldCheck } from 'lucide-react'
import type { useSales } from './useSales.ts'

/** How a plan is bought on this server: not at all, by test payments, or of whom. */
export function Terms({ sales }: { sales: ReturnType<typeof useSales> }) {
  if (sales?.available === false) {
    return <p className="text-center text-sm text-muted text-balance">{sales.reason}</p>
  }
  if (sales?.test) {
    return (
      <p className="flex items-start justify-center gap-1.5 text-sm text-warn">
        <FlaskConical size={14} aria-hidden className="mt-[3px] shrink-0" />
        <span>
          <strong className="font-semibold">Test payments:</strong> no money moves on this server.
        </span>
      </p>
    )
  }
  const seller = sales?.provider && SELLERS[sales.provider]
  // The line is kept while the server has not told, so that nothing moves.
  return (
    <p className="flex min-h-7 items-start justify-center gap-1.5 text-sm text-muted">
      {seller && (
        <>
          <ShieldCheck size={14} aria-hidden className="mt-[3px] shrink-0" />
          <span>{seller} Cancel at any time.</span>
        </>
      )}
    </p>
  )
}

const SELLERS = {
  polar: 'Sold by Polar, our merchant of record.',
  stripe: 'Payment by Stripe.',
}
