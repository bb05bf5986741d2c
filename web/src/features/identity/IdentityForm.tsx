import type { ReactNode, SubmitEventHandler } from 'react'
import { PageHeading } from '../../app/PageHeading.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

type IdentityFormProps = {
  title: string
  note?: ReactNode
  /** The word on the button. */
  action: string
  busy: boolean
  /** What went wrong with the form as a whole, in words. */
  problem: string | undefined
  onSubmit: SubmitEventHandler
  children: ReactNode
  /** Where else one may want to go. */
  links: ReactNode
}

/** The shape all forms of this feature share. */
export function IdentityForm(props: IdentityFormProps) {
  return (
    <form noValidate onSubmit={props.onSubmit} className="grid gap-5">
      <div className="grid gap-1">
        <PageHeading title={props.title} />
        {props.note && <p className="text-muted text-pretty">{props.note}</p>}
      </div>
      {props.children}
      {props.problem && <Banner tone="danger">{props.problem}</Banner>}
      <Button type="submit" variant="primary" loading={props.busy}>
        {props.action}
      </Button>
      <div className="grid justify-items-center gap-2 text-center text-sm text-muted">
        {props.links}
      </div>
    </form>
  )
}

/** The look of a link inside a sentence. */
export const linkClasses =
  'font-medium text-accent-text underline-offset-4 hover:underline rounded-sm'
