import { Hero } from './Hero.tsx'
import { LastCall } from './LastCall.tsx'
import { Limits } from './Limits.tsx'
import { Promises } from './Promises.tsx'
import { SelfHosting } from './SelfHosting.tsx'
import { Tour } from './Tour.tsx'

/** What Carillon is, for who has not seen it. Says only what is there. */
export function Component() {
  return (
    <>
      <Hero />
      <Promises />
      <Tour />
      <SelfHosting />
      <Limits />
      <LastCall />
    </>
  )
}
