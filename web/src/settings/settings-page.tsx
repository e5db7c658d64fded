import { linkTo, pages } from '@bank/contract/pages'
import { useSearchParams } from 'react-router'
import { MailNotices } from '../mail-notices/mail-notices.tsx'
import { PinPanel } from '../pins/pin-panel.tsx'
import { TwoFactorSection } from '../two-factor/two-factor-section.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { SessionList } from './session-list.tsx'
import { UndoTime } from './undo-time.tsx'

const tabs = [
  { name: 'password', title: 'Change Password', panel: <PasswordForm /> },
  { name: 'pin', title: 'Transaction Pin', panel: <PinPanel /> },
]

/** `/settings`: password and PIN as two tabs (`?tab=`), then the limits, the undo time, two-factor, sessions, recent activity and mail. */
export function SettingsPage() {
  const [query, setQuery] = useSearchParams()
  const requested = query.get('tab')
  const chosen = tabs.some(({ name }) => name === requested) ? requested! : 'password'
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.settings.title}</PageHeading>
      <div className="mx-auto grid w-full max-w-form gap-section 2xl:max-w-measure 2xl:grid-cols-[14rem_minmax(0,1fr)]">
        <SectionList />
        <div className="grid min-w-0 gap-section">
          <div id="password-and-pin">
            <Card className="[&_form]:max-w-dialog">
              <Tabs
                label="Password and PIN"
                tabs={tabs}
                chosen={chosen}
                onChoose={(tab) => setQuery({ tab }, { replace: true })}
              />
            </Card>
          </div>
          <TitledSection id="limits" title={pages.limits.title}>
            <p>Set how much you can send in one payment, a day or a month, or freeze all your payments.</p>
            <ButtonLink to={linkTo('limits')} look="secondary" className="justify-self-start">
              Manage limits and freeze
            </ButtonLink>
          </TitledSection>
          <UndoTime />
          <TwoFactorSection />
          <SessionList />
          <RecentActivity />
          <MailNotices />
        </div>
      </div>
    </div>
  )
}

/** The sections of the page, beside it on a wide screen. */
function SectionList() {
  return (
    <nav aria-label="On this page" className="hidden 2xl:block">
      <ul className="sticky top-[calc(var(--bar-height)+16px)] grid">
        {sections.map(([id, name]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-target items-center rounded-control px-3 text-label text-link hover:bg-hover"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const sections = [
  ['password-and-pin', 'Password and PIN'],
  ['limits', pages.limits.title],
  ['undo-time', 'Undo time'],
  ['two-factor', 'Two-factor authentication'],
  ['devices', 'Devices and sessions'],
  ['activity', 'Recent activity'],
  ['notifications', 'Notifications'],
] as const
