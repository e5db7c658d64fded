import { endpoints } from '@bank/contract/endpoints'
import type { EnrolmentView } from '@bank/contract/two-factor/view'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../api/call.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { reasonOf } from '../api/problem.ts'
import { sessionQuery } from '../sessions/session.ts'
import { openSessionsKey } from '../settings/open-sessions.ts'
import { useConfirmation } from '../settings/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { deferred } from '../ui/deferred.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoFactorQuery } from './two-factor.ts'
import { TwoFactorOn } from './two-factor-on.tsx'

/** Two-factor authentication: off, being set up, just set up with its recovery codes, or on. */
export function TwoFactorSection() {
  const title = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  // A link from another page leads to this section in the middle of its page.
  useEffect(() => {
    if (hash === '#two-factor') title.current?.focus()
  }, [hash])
  return (
    <section aria-labelledby="two-factor-title" className="grid gap-4">
      <h2 ref={title} id="two-factor-title" tabIndex={-1} className="text-h2">
        Two-factor authentication
      </h2>
      <Card className="grid max-w-form gap-4">
        <TwoFactor onStepLeft={() => title.current?.focus()} />
      </Card>
    </section>
  )
}

/** A step is removed with the button that has the focus: `onStepLeft` moves the focus. */
function TwoFactor({ onStepLeft }: { onStepLeft: () => void }): ReactNode {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(twoFactorQuery)
  const [enrolment, setEnrolment] = useState<EnrolmentView>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const [isTurnedOff, setTurnedOff] = useState(false)
  useEffect(() => fetchWhenIdle(fetchEnrolment), [])
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
      client.invalidateQueries({ queryKey: openSessionsKey }),
      // Turning it off may have ended an administrator's elevation.
      client.refetchQueries(sessionQuery),
    ])
  const show = (codes: string[]) => {
    setEnrolment(undefined)
    setRecoveryCodes(codes)
    void refresh()
  }

  const leave = () => {
    setEnrolment(undefined)
    setRecoveryCodes(undefined)
    onStepLeft()
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onSaved={leave} />
  if (enrolment) {
    return (
      <EnrolmentForm
        placeholder={<Skeleton className="h-24" />}
        enrolment={enrolment}
        onDone={show}
        onCancel={leave}
      />
    )
  }
  if (error && !data) {
    return (
      <LoadFailure
        title="Two-factor authentication could not be loaded"
        error={error}
        onRetry={() => refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-24" />
  if (data.turnedOnAt === null) {
    return (
      <TwoFactorOff
        onShown={isTurnedOff ? onStepLeft : undefined}
        onBegun={setEnrolment}
        onRefused={refresh}
      />
    )
  }
  return (
    <TwoFactorOn
      turnedOnAt={data.turnedOnAt}
      recoveryCodesLeft={data.recoveryCodesLeft}
      isRequired={data.isRequired}
      onNewCodes={show}
      onOff={() => {
        setTurnedOff(true)
        return refresh()
      }}
      onRefused={refresh}
    />
  )
}

function TwoFactorOff({
  onShown,
  onBegun,
  onRefused,
}: {
  onShown: (() => void) | undefined
  onBegun: (enrolment: EnrolmentView) => void
  onRefused: () => void
}) {
  const { confirmed, dialog } = useConfirmation()
  const begin = useMutation({
    mutationFn: () => confirmed(() => call(endpoints.beginTwoFactor)),
    onSuccess: onBegun,
    // It may have been turned on in another window.
    onError: onRefused,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it replaces the step that turned it off.
  useEffect(() => onShown?.(), [])
  return (
    <>
      <p>
        Off. When it is on, logging in asks for your password and a code from an app on your phone. Even
        someone with your password can’t log in.
      </p>
      {begin.error && <Notice tone="failed">{reasonOf(begin.error)}</Notice>}
      <div>
        <Button busy={begin.isPending} busyLabel="Preparing…" onClick={() => begin.mutate()}>
          Turn on two-factor
        </Button>
      </div>
      {dialog}
    </>
  )
}

const fetchEnrolment = () => import('./enrolment-form.tsx')
const EnrolmentForm = deferred(async () => (await fetchEnrolment()).EnrolmentForm)
