import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { targetOf } from '../../app/navigation/target.ts'
import { Page } from '../../app/Page.tsx'
import { Appearance } from './Appearance.tsx'
import { Data } from './data/Data.tsx'
import { Notifications } from './Notifications.tsx'
import { Password } from './Password.tsx'
import { Plan } from './plan/Plan.tsx'
import { Profile } from './Profile.tsx'
import { SectionLinks } from './Section.tsx'
import { Sessions } from './sessions/Sessions.tsx'
import { TimeZone } from './TimeZone.tsx'

/** Everything about the person themselves; each section has an address of its own. */
export function Component() {
  useSectionOfAddress()
  return (
    <Page title="Settings">
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[176px_minmax(0,1fr)]">
        <SectionLinks />
        <div className="grid max-w-[720px] content-start gap-5">
          <Profile />
          <Password />
          <TimeZone />
          <Appearance />
          <Notifications />
          <Sessions />
          <Plan />
          <Data />
        </div>
      </div>
    </Page>
  )
}

/** Goes to the section that the address names, also when the page was only just loaded. */
function useSectionOfAddress() {
  const location = useLocation()
  useEffect(() => {
    const section = targetOf(location.hash)
    if (!section) return
    section.scrollIntoView()
    section.focus({ preventScroll: true })
  }, [location])
}
