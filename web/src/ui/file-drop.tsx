import { ImageUp } from 'lucide-react'
import type { Ref } from 'react'
import { FieldError } from './field.tsx'

/**
 * A dashed area to click, to drop a picture on, or to open with the keyboard. The input fills the area, so that the browser handles
 * all three.
 */
export function FileDrop({
  name,
  thing,
  rules,
  accept,
  onChoose,
  error,
  busy,
  control,
}: {
  name: string
  /** What is uploaded, as in "Click to upload picture". */
  thing: string
  /** The accepted files, in words. */
  rules: string
  /** The accepted file name extensions. */
  accept: string
  onChoose: (picture: File) => void
  error?: string | undefined
  busy: boolean
  control: Ref<HTMLInputElement>
}) {
  const described = [`${name}-rules`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-3">
      <label
        htmlFor={name}
        className={
          'relative grid justify-items-center gap-1 rounded-card border-2 border-dashed border-input-border p-card text-center ' +
          'hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring ' +
          'has-aria-invalid:border-failed-border has-aria-invalid:bg-failed-soft'
        }
      >
        <ImageUp aria-hidden size={28} className="text-muted-foreground" />
        <span className="text-label">Click to upload {thing}</span>
        <span id={`${name}-rules`} className="text-caption text-muted-foreground">
          {rules}
        </span>
        <input
          ref={control}
          id={name}
          name={name}
          type="file"
          accept={accept}
          data-first-focus
          aria-label={`Click to upload ${thing}`}
          aria-describedby={described}
          aria-invalid={error ? true : undefined}
          // Cancelling the browser's dialog changes nothing.
          onChange={({ target }) => target.files?.[0] && !busy && onChoose(target.files[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </label>
      <div role="alert">
        <FieldError id={name} error={error} />
      </div>
    </div>
  )
}
