/** `1,234`; a dash for what is not a number. */
export function whole(number: number): string {
  return Number.isNaN(number) ? '-' : Math.round(number).toLocaleString('en-US')
}

/** `12.34`; a dash for what is not a number. */
export function decimals(number: number): string {
  return Number.isNaN(number) ? '-' : number.toFixed(2)
}

/** `35%` of 0.35; a dash for what is not a number. */
export function percent(share: number): string {
  return Number.isNaN(share) ? '-' : `${Math.round(share * 100)}%`
}
