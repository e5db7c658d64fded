import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateText } from '../ui/date-text.tsx'
import { Notice } from '../ui/notice.tsx'

// With fewer codes a lost phone could lock the user out.
const fewCodes = 3

type Change = 'off' | 'codes'

/** Two-factor is on: how many recovery codes are left, with buttons for new ones and for turning it off. */
export function TwoFactorOn({
  turnedOnAt,
  recoveryCodesLeft: left,
  isRequired,
  onNewCodes,
  onOff,
  onRefused,
}: {
  turnedOnAt: string
  recoveryCodesLeft: number
  isRequired: boolean
  onNewCodes: (codes: string[]) => void
  onOff: () => void
  onRefused: () => void
}) {
  const { confirmed, isAsking, dialog } = useConfirmation()
  const [chosen, setChosen] = useState<Change>()
  const turnOff = useMutation({
    mutationFn: () => confirmed(() => call(endpoints.turnOffTwoFactor), settingsTexts.turnOffTwoFactor),
    onSuccess: onOff,
    // It may have been turned off in another window.
    onError: onRefused,
  })
  const makeCodes = useMutation({
    mutationFn: () => confirmed(() => call(endpoints.makeRecoveryCodes), settingsTexts.recoveryCodes),
    onSuccess: ({ recoveryCodes }) => onNewCodes(recoveryCodes),
  })
  const failure = turnOff.error ?? makeCodes.error
  const isBusy = (turnOff.isPending || makeCodes.isPending) && !isAsking
  const { title, description, action } = questions[chosen ?? 'off']

  return (
    <>
      <p>
        On since <DateText moment={turnedOnAt} />. Logging in asks for a code from your authenticator app.
      </p>
      {left <= fewCodes ? (
        <Notice tone="pending">{`${codesLeft(left)} Make new ones before you need them.`}</Notice>
      ) : (
        <p className="text-table text-muted-foreground">{codesLeft(left)}</p>
      )}
      <FailureNotice error={failure} advice={advice} />
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" busy={isBusy} onClick={() => setChosen('codes')}>
          Make new recovery codes
        </Button>
        <Button look="destructive" busy={isBusy} onClick={() => setChosen('off')}>
          Turn off two-factor
        </Button>
      </div>
      <ConfirmDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={title}
        description={chosen === 'off' && isRequired ? `${description} ${requiredWarning}` : description}
        look="destructive"
        action={action}
        onConfirm={() => {
          setChosen(undefined)
          if (chosen === 'off') turnOff.mutate()
          else makeCodes.mutate()
        }}
      />
      {dialog}
    </>
  )
}

const requiredWarning = 'The bank requires it: you can’t continue until you have set it up again.'

const questions = {
  off: {
    title: 'Turn two-factor off?',
    description: 'Your password alone will be enough to log in, and your recovery codes will no longer work.',
    action: 'Turn off',
  },
  codes: {
    title: 'Make new recovery codes?',
    description: 'The codes you saved before will no longer work.',
    action: 'Make new codes',
  },
} as const satisfies Record<Change, unknown>

const advice: Advice = {
  confirm_required: 'Nothing was changed. To continue, confirm that it’s you.',
}

function codesLeft(left: number): string {
  if (left === 0) return 'No recovery codes are left.'
  return left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
}
