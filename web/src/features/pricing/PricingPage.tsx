import { PricingScreen } from './PricingScreen.tsx'

/** The same inside the dashboard. */
export function Component() {
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-8 pb-16 md:px-8 md:pt-10">
      <PricingScreen />
    </div>
  )
}
