import { PageHeading } from '../../app/Page.tsx'

/** Why Carillon exists, and what it promises. */
export function Component() {
  return (
    <div className="mx-auto max-w-[720px] px-4 pt-16 pb-20 md:px-8">
      <PageHeading
        title="A bell that rings when you said, once"
        className="text-4xl font-semibold tracking-tight md:text-5xl"
      />
    </div>
  )
}
