import { PricingScreen } from './PricingScreen.tsx'

/** What Carillon costs, for everybody. */
export function Component() {
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-12 pb-20 md:px-8 md:pt-16">
      <PricingScreen />
    </div>
  )
}
