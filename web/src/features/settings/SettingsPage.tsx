import { Page } from '../../app/Page.tsx'
import { Appearance } from './Appearance.tsx'
import { Data } from './data/Data.tsx'
import { DeleteAccount } from './data/DeleteAccount.tsx'
import { Deliveries } from './deliveries/Deliveries.tsx'
import { Email } from './email/Email.tsx'
import { Notifications } from './Notifications.tsx'
import { Password } from './Password.tsx'
import { Plan } from './plan/Plan.tsx'
import { Profile } from './Profile.tsx'
import { SectionLinks } from './Section.tsx'
import { Sessions } from './sessions/Sessions.tsx'
import { TimeZone } from './TimeZone.tsx'
import { useActiveSection } from './useActiveSection.ts'

/** Everything about the person themselves; each section has an address of its own. */
export function Component() {
  const active = useActiveSection()
  return (
    <Page title="Settings" width="wide">
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-10">
        <SectionLinks active={active} />
        <div className="grid content-start gap-7">
          <Profile />
          <Email />
          <Password />
          <TimeZone />
          <Appearance />
          <Notifications />
          <Deliveries />
          <Sessions />
          <Plan />
          <Data />
          <DeleteAccount />
        </div>
      </div>
    </Page>
  )
}
