import { Hero } from './Hero.tsx'
import { ClosingCallToAction } from './ClosingCallToAction.tsx'
import { Offers } from './Offers.tsx'
import { Promises } from './Promises.tsx'
import { questions } from './questions.ts'
import { Questions } from './Questions.tsx'
import { Tour } from './Tour.tsx'
import { UseCases } from './UseCases.tsx'

/** What Carillon is, for who has not seen it. Says only what is there. */
export function Component() {
  return (
    <>
      <Hero />
      <UseCases />
      <Promises />
      <Tour />
      <Offers />
      <Questions title="Questions and answers" questions={questions} />
      <ClosingCallToAction />
    </>
  )
}
