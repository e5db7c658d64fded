import { endpoints } from '@bank/contract/endpoints'
import { type MailNotice, mailNotices } from '@bank/contract/mail-notices/form'
import type { MailNoticesView } from '@bank/contract/mail-notices/view'
import { messages } from '@bank/contract/messages'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.ts'

/** The mails of the bank: those about money can be switched on and off, those about security are always sent. */
export function MailNotices() {
  return (
    <section aria-labelledby="mail-notices-title" className="grid gap-4">
      <h2 id="mail-notices-title" className="text-h2">
        Notifications
      </h2>
      <Card className="grid max-w-form gap-4">
        <p className="text-table text-muted-foreground">We’ll email you when this happens:</p>
        <Switches />
        <Switch
          label="Security alerts"
          checked
          disabled
          readOnly
          hint="A new password or PIN, a locked PIN, a new device or a password reset. Always on, so that you notice if someone else uses your account."
        />
      </Card>
    </section>
  )
}

const words: Readonly<Record<MailNotice, { label: string; hint: string }>> = {
  money_received: { label: 'Money received', hint: 'Money arrives in your account.' },
  transfer_sent: { label: 'Transfer sent', hint: 'A transfer leaves your account.' },
  status_changed: {
    label: 'Status changed',
    hint: 'A transaction becomes pending, successful or failed.',
  },
}

function Switches() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(mailNoticesQuery)
  const set = useMutation({
    // One request at a time, in order: the last press counts.
    scope: { id: 'mail-notices' },
    mutationFn: ({ notice, isOn }: { notice: MailNotice; isOn: boolean }) =>
      call(endpoints.setMailNotice, { params: { notice }, body: { isOn } }),
    // Shown at once, and reverted if it is not saved.
    onMutate: ({ notice, isOn }) => show(notice, isOn),
    onSuccess: () => toast.success(messages.mailNotice.done, { id: 'mail-notice' }),
    onError: (_, { notice, isOn }) => {
      show(notice, !isOn)
      toast.error(messages.mailNotice.failed, { id: 'mail-notice' })
    },
  })
  function show(notice: MailNotice, isOn: boolean) {
    client.setQueryData<MailNoticesView>(
      mailNoticesQuery.queryKey,
      (now) => now && { ...now, [notice]: isOn },
    )
  }

  if (error && !data) {
    return (
      <LoadFailure title="Your notifications could not be loaded" error={error} onRetry={() => refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-40" />
  return mailNotices.map((notice) => (
    <Switch
      key={notice}
      {...words[notice]}
      checked={data[notice]}
      onChange={(event) => set.mutate({ notice, isOn: event.target.checked })}
    />
  ))
}

const mailNoticesQuery = queryOptions({
  queryKey: ['mail-notices'],
  queryFn: ({ signal }) => call(endpoints.readMailNotices, { signal }),
})
