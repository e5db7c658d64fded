import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { endText, repeatText, weekdayText } from '@bank/contract/schedules/schedule-words'
import type { ScheduleEnd, ScheduleRunView, ScheduleView } from '@bank/contract/schedules/view'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { announce } from '../api/announce.ts'
import { bankToday } from '../api/bank-today.ts'
import { call } from '../api/call.ts'
import { useLinkTo } from '../api/chosen-account.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Pill } from '../ui/status-pill.tsx'
import { payeeName, refreshSchedules } from './schedules.ts'

type Act = 'change' | 'skip' | 'stop'

/** One scheduled payment with its next day and its last runs, and everything that the customer can do with it. */
export function ScheduleCard({
  schedule,
  account,
  canSend,
}: {
  schedule: ScheduleView
  account: AccountView
  /** False while the account cannot send. */
  canSend: boolean
}) {
  const { beneficiary, amount, currency, rhythm, state, reference } = schedule
  const name = payeeName(schedule)
  // Those that have ended have a heading of their own above them.
  const Heading = state === 'ended' ? 'h3' : 'h2'
  const [act, setAct] = useState<Act>()
  const today = bankToday()
  const onClose = () => setAct(undefined)
  const payment = `payment to ${name}`
  const object = `the ${payment}`
  return (
    <li className="min-w-0">
      <Card className="grid h-full content-between gap-4">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Heading className="min-w-0 text-h3 wrap-anywhere">
              <bdi>{name}</bdi>
            </Heading>
            {state === 'paused' && (
              <Pill
                icon={CirclePause}
                look="border-pending-border bg-pending-soft text-pending"
                word="Paused"
              />
            )}
          </div>
          <Amount value={amount} currency={currency} className="text-h2" />
          <p>
            {repeatText(rhythm) || 'Once'}
            {endText(rhythm, today)}
          </p>
          {reference && (
            <p className="text-table text-muted-foreground wrap-anywhere">
              Reference: <bdi>{reference}</bdi>
            </p>
          )}
          <p className="text-table text-muted-foreground">{placeText(schedule, today)}</p>
          <Runs runs={schedule.runs} today={today} />
        </div>
        {state !== 'ended' && (
          <div className="no-print flex flex-wrap gap-2">
            {canSend && <ActButton label="Change" object={object} onClick={() => setAct('change')} />}
            {state === 'active' && (
              <ActButton label="Skip next" object={payment} onClick={() => setAct('skip')} />
            )}
            <PauseButton schedule={schedule} object={object} canSend={canSend} />
            <ActButton label="Stop" object={object} onClick={() => setAct('stop')} />
          </div>
        )}
        {beneficiary ? (
          <ChangeScheduleDialog
            schedule={{ ...schedule, beneficiary }}
            account={account}
            open={act === 'change'}
            onClose={onClose}
          />
        ) : (
          <OwnScheduleDialog
            schedule={schedule}
            account={account}
            open={act === 'change'}
            onClose={onClose}
          />
        )}
        <SkipRunDialog schedule={schedule} open={act === 'skip'} onClose={onClose} />
        <StopScheduleDialog schedule={schedule} open={act === 'stop'} onClose={onClose} />
      </Card>
    </li>
  )
}

const ChangeScheduleDialog = lazyDialog(
  async () => (await import('./change-schedule-dialog.tsx')).ChangeScheduleDialog,
)
const OwnScheduleDialog = lazyDialog(
  async () => (await import('./own-schedule-dialog.tsx')).OwnScheduleDialog,
)
const SkipRunDialog = lazyDialog(async () => (await import('./schedule-dialogs.tsx')).SkipRunDialog)
const StopScheduleDialog = lazyDialog(async () => (await import('./schedule-dialogs.tsx')).StopScheduleDialog)

/** Pauses a schedule, or lets it run again. */
function PauseButton({
  schedule: { id, version, state },
  object,
  canSend,
}: {
  schedule: ScheduleView
  object: string
  canSend: boolean
}) {
  const client = useQueryClient()
  const isPaused = state === 'paused'
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      announce(
        call(endpoints.setScheduleState, {
          params: { id },
          body: { state: isPaused ? 'active' : 'paused', version },
        }),
        { busy: 'Saving...', done: isPaused ? 'Scheduled payment resumed' : 'Scheduled payment paused' },
        `schedule ${id}`,
      ),
    onSettled: () => refreshSchedules(client),
  })
  if (isPaused && !canSend) return null
  return (
    <ActButton
      label={isPaused ? 'Resume' : 'Pause'}
      object={object}
      onClick={() => {
        if (!isPending) mutate()
      }}
    />
  )
}

/** When the next payment is made, or why there is none. */
function placeText({ next, state, endedBecause }: ScheduleView, today: string): string {
  if (next === null) return endTexts[endedBecause!]
  const due = weekdayText(next.dueDay, today)
  if (state === 'paused') return `Would be next on ${due}`
  const instead = next.day === next.dueDay ? '' : `, instead of ${weekdayText(next.day, today)}`
  return `Next on ${due}${instead}`
}

const endTexts: Record<ScheduleEnd, string> = {
  finished: 'All payments are made',
  stopped: 'You stopped it',
  account_closed: 'The account was closed',
  payee_closed: 'What it paid into was closed',
}

/** What became of the last days. */
function Runs({ runs, today }: { runs: readonly ScheduleRunView[]; today: string }) {
  const linkTo = useLinkTo()
  if (runs.length === 0) return null
  return (
    <ul className="grid gap-1 border-t pt-2 text-table">
      {runs.map(({ day, outcome, reason, transactionId }) => (
        <li key={day} className={outcome === 'failed' || outcome === 'waiting' ? 'text-failed' : undefined}>
          {weekdayText(day, today)}:{' '}
          {transactionId ? (
            <Link to={linkTo('transfer', { step: 'receipt', tx: transactionId })} className="link-alone">
              paid
            </Link>
          ) : (
            `${outcomeTexts[outcome]}${reason ? `: ${reason}` : ''}`
          )}
        </li>
      ))}
    </ul>
  )
}

const outcomeTexts: Record<ScheduleRunView['outcome'], string> = {
  booked: 'paid',
  waiting: 'not paid yet, we’ll try again today',
  failed: 'not paid',
  skipped: 'left out',
}

/** `object` ends the label for screen readers: there is such a button for each schedule. */
function ActButton({ label, object, onClick }: { label: string; object: string; onClick: () => void }) {
  return (
    <Button look="secondary" onClick={onClick}>
      <span>
        {label}
        <span className="sr-only"> {object}</span>
      </span>
    </Button>
  )
}
