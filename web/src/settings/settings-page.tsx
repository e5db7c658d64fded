import { useSearchParams } from 'react-router'
import { TwoFactorSection } from '../two-factor/two-factor-section.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { MailNotices } from './mail-notices.tsx'
import { PasswordForm } from './password-form.tsx'
import { PinPanel } from './pin-panel.tsx'
import { SessionList } from './session-list.tsx'

const tabs = [
  { name: 'password', title: 'Change Password', panel: <PasswordForm /> },
  { name: 'pin', title: 'Transaction Pin', panel: <PinPanel /> },
]

/** `/settings`: password and PIN as two tabs (`?tab=`), and below them two-factor, who else is signed in, and mail. */
export function SettingsPage() {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab')
  const chosen = tabs.some(({ name }) => name === asked) ? asked! : 'password'
  return (
    <div className="grid gap-section">
      <PageHeading>Settings</PageHeading>
      <Card className="max-w-form">
        <Tabs
          label="Password and PIN"
          tabs={tabs}
          chosen={chosen}
          onChoose={(tab) => setQuery({ tab }, { replace: true })}
        />
      </Card>
      <TwoFactorSection />
      <SessionList />
      <MailNotices />
    </div>
  )
}
