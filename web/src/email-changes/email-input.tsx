import { meantEmail } from '@bank/contract/rules/meant-email'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { Input } from '../ui/input.tsx'
import { pressEnded } from '../ui/press-ended.ts'

/**
 * An e-mail field. Once it is left with a usual slip, such as gmial.com, it asks whether another one was meant, and `onChoose` gets
 * that one. It refuses nothing.
 */
export function EmailInput({
  typed,
  onChoose,
  onBlur,
  ...field
}: ComponentProps<typeof Input> & { typed: string | undefined; onChoose: (email: string) => void }) {
  // While it is typed every address differs from the one that is meant.
  const [left, setLeft] = useState<string>()
  const meant = left !== undefined && left === typed ? meantEmail(left) : undefined
  return (
    <div>
      <Input
        type="email"
        {...field}
        onBlur={async (event) => {
          const { value } = event.target
          onBlur?.(event)
          // The question moves what is below it away from a press that has begun.
          await pressEnded()
          setLeft(value)
        }}
      />
      {/* Rendered from the start: screen readers announce changes of existing live regions only. */}
      <p role="status" className="wrap-anywhere text-caption">
        {meant && (
          <>
            Did you mean{' '}
            <button
              type="button"
              className="inline-flex min-h-target items-center text-link underline"
              onClick={() => onChoose(meant)}
            >
              {meant}
            </button>
            ?
          </>
        )}
      </p>
    </div>
  )
}
