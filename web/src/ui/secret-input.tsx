import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

/** A password or a PIN. It can be shown, pasted and filled in by a password manager, and is hidden again when sent. */
export function SecretInput({ className, ...rest }: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = button.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...rest}>
      {(control) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            {...control}
            type={shown ? 'text' : 'password'}
            className={clsx(controlClass, 'pe-12', className)}
          />
          <button
            ref={button}
            type="button"
            aria-pressed={shown}
            aria-label={`Show ${rest.label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 inline-flex w-target items-center justify-center rounded-control text-muted-foreground hover:text-foreground"
          >
            <Icon aria-hidden size={20} />
          </button>
        </div>
      )}
    </Field>
  )
}
