import { endpoints } from '@bank/contract/endpoints'
import { type MailNotice, mailNotices } from '@bank/contract/mail-notices/form'
import type { MailNoticesView } from '@bank/contract/mail-notices/view'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Loaded } from '../api/loaded.tsx'
import { queryOf } from '../api/query-of.ts'
import { publicConfig } from '../public-config.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import { toast } from '../ui/toast.ts'

/** The mails of the bank: those about money can be switched on and off, those about security are always sent. */
export function MailNotices() {
  return (
    <TitledSection id="notifications" title="Notifications">
      <p className="text-table text-muted-foreground">
        {publicConfig.mail
          ? 'We’ll email you when this happens:'
          : 'This bank sends no email at present. Once it does, we’ll email you when this happens:'}
      </p>
      <Switches />
      <Switch
        label="Security alerts"
        checked
        disabled
        readOnly
        hint="A new password or PIN, a locked PIN, a new device or a password reset. Always on, so that you notice if someone else uses your account."
      />
    </TitledSection>
  )
}

const words: Readonly<Record<MailNotice, { label: string; hint: string }>> = {
  money_received: {
    label: 'Money received',
    hint: 'Money arrives in your account, or the bank takes it back.',
  },
  transfer_sent: { label: 'Transfer sent', hint: 'A transfer leaves your account.' },
  status_changed: {
    label: 'Status changed',
    hint: 'A transaction becomes pending, successful or failed.',
  },
}

function Switches() {
  const client = useQueryClient()
  const notices = useQuery(mailNoticesQuery)
  const set = useMutation({
    // One request at a time, in order: the last press counts.
    scope: { id: 'mail-notices' },
    mutationFn: ({ notice, isOn }: { notice: MailNotice; isOn: boolean }) =>
      call(endpoints.setMailNotice, { params: { notice }, body: { isOn } }),
    // Shown at once, and reverted if it is not saved.
    onMutate: ({ notice, isOn }) => show(notice, isOn),
    onSuccess: () => toast.success(settingsTexts.mailNotice.done, { id: 'mail-notice' }),
    onError: (_, { notice, isOn }) => {
      show(notice, !isOn)
      toast.error(settingsTexts.mailNotice.failed, { id: 'mail-notice' })
    },
  })
  function show(notice: MailNotice, isOn: boolean) {
    client.setQueryData<MailNoticesView>(
      mailNoticesQuery.queryKey,
      (now) => now && { ...now, [notice]: isOn },
    )
  }

  return (
    <Loaded
      query={notices}
      failure="Your notifications could not be loaded"
      placeholder={<Skeleton className="h-40" />}
    >
      {(data) =>
        mailNotices.map((notice) => (
          <Switch
            key={notice}
            {...words[notice]}
            checked={data[notice]}
            onChange={(event) => set.mutate({ notice, isOn: event.target.checked })}
          />
        ))
      }
    </Loaded>
  )
}

const mailNoticesQuery = queryOf(['mail-notices'], endpoints.readMailNotices)
