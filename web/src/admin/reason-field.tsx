import type { ReasonReader } from '@bank/contract/admin/reason-reader'
import { reason, reasonLengthMax } from '@bank/contract/rules/reason'
import { useState } from 'react'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'

/**
 * Why an administrator acts, and the field that asks for it: one of the usual reasons, the first of which is chosen, or another one in
 * words. Other usual reasons begin anew. `isRight` is asked when the form is sent; it shows what is wrong. Without `isNeeded` there is
 * neither a field nor a reason. The field says who reads the reason.
 */
export function useReason(usual: readonly string[], reader: ReasonReader = 'staff', isNeeded = true) {
  const [first = ''] = usual
  const [chosen, setChosen] = useState({ first, reason: first })
  const [isSent, setSent] = useState(false)
  const text = chosen.first === first ? chosen.reason : first
  const fault = isNeeded ? faultOf(text) : undefined
  return {
    reason: isNeeded ? text : undefined,
    isRight: () => {
      setSent(true)
      return fault === undefined
    },
    field: isNeeded && (
      <ReasonField
        key={first}
        usual={usual}
        reader={reader}
        value={text}
        onChange={(reason) => {
          setChosen({ first, reason })
          // A field that has just appeared is not wrong yet.
          if (reason === '') setSent(false)
        }}
        error={isSent ? fault : undefined}
      />
    ),
  }
}

/** Says who reads a reason. */
export const readerTexts: Readonly<Record<ReasonReader, string>> = {
  staff: 'For the audit log. Only staff read it.',
  customer: 'The customer reads this.',
}

function ReasonField({
  usual,
  reader,
  value,
  onChange,
  error,
}: {
  usual: readonly string[]
  reader: ReasonReader
  value: string
  onChange: (reason: string) => void
  error: string | undefined
}) {
  const [isOther, setOther] = useState(!usual.includes(value))
  return (
    <>
      <Select
        label="Reason"
        name="usual-reason"
        hint={readerTexts[reader]}
        options={[...usual.map(optionOf), { label: 'Another reason', value: '' }]}
        value={isOther ? '' : value}
        onChange={({ target }) => {
          setOther(target.value === '')
          onChange(target.value)
        }}
      />
      {isOther && (
        <Input
          label="Other reason"
          name="reason"
          hint={`Up to ${reasonLengthMax} characters`}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          error={error}
        />
      )}
    </>
  )
}

function optionOf(value: string) {
  return { label: value, value }
}

/** What is wrong with a reason; undefined for nothing. */
function faultOf(text: string): string | undefined {
  return reason.safeParse(text).error?.issues[0]?.message
}
