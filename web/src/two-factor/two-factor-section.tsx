import { endpoints } from '@bank/contract/endpoints'
import type { EnrolmentView } from '@bank/contract/two-factor/view'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { Loaded } from '../api/loaded.tsx'
import { openSessionsQuery } from '../sessions/open-sessions.ts'
import { sessionQuery } from '../sessions/session.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
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
    <TitledSection id="two-factor" title="Two-factor authentication" titleRef={title}>
      <TwoFactor onStepLeft={() => title.current?.focus()} />
    </TitledSection>
  )
}

/**
 * The steps. One is removed with the button that has the focus: `onStepLeft` moves the focus. `onCodes` says when recovery codes are
 * shown and when they have been saved.
 */
export function TwoFactor({
  onStepLeft,
  onCodes,
}: {
  onStepLeft: () => void
  onCodes?: (areShown: boolean) => void
}): ReactNode {
  const client = useQueryClient()
  const state = useQuery(twoFactorQuery)
  const [enrolment, setEnrolment] = useState<EnrolmentView>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const [isTurnedOff, setTurnedOff] = useState(false)
  useEffect(() => fetchWhenIdle(fetchEnrolment), [])
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
      client.invalidateQueries({ queryKey: openSessionsQuery.queryKey }),
      // Turning it off may have ended an administrator's elevation, or everything but setting it up.
      client.refetchQueries(sessionQuery),
    ])
  const show = (codes: string[]) => {
    setEnrolment(undefined)
    setRecoveryCodes(codes)
    onCodes?.(true)
    void refresh()
  }

  const leave = () => {
    setEnrolment(undefined)
    setRecoveryCodes(undefined)
    onStepLeft()
    onCodes?.(false)
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
  const onOff = () => {
    setTurnedOff(true)
    return refresh()
  }
  return (
    <Loaded
      query={state}
      failure="Two-factor authentication could not be loaded"
      placeholder={<Skeleton className="h-24" />}
    >
      {({ turnedOnAt, ...on }) =>
        turnedOnAt === null ? (
          <TwoFactorOff
            onShown={isTurnedOff ? onStepLeft : undefined}
            onBegun={setEnrolment}
            onRefused={refresh}
          />
        ) : (
          <TwoFactorOn {...on} turnedOnAt={turnedOnAt} onNewCodes={show} onOff={onOff} onRefused={refresh} />
        )
      }
    </Loaded>
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
      <FailureNotice error={begin.error} />
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
