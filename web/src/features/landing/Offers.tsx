/** What is free, what costs, and what one runs oneself. */
export function Offers() {
  return (
    <section aria-labelledby="offers" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-[1120px] px-4 py-20 md:px-8 md:py-24">
        <h2 id="offers" className="text-3xl font-semibold tracking-tight md:text-4xl">
          What it costs
        </h2>
        <dl className="mt-10 grid gap-5 md:grid-cols-3">
          {offers.map(({ name, price, unit, text }) => (
            <div key={name} className="rounded-2xl border border-line bg-canvas p-6">
              <dt className="text-lg font-semibold">{name}</dt>
              <dd className="mt-3">
                <span data-tabular className="text-4xl font-semibold tracking-tight">
                  {price}
                </span>{' '}
                <span className="text-muted">{unit}</span>
                <p className="mt-3 text-muted text-pretty">{text}</p>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

// Written out: all that says the prices of the plans would come with them. A story compares the two.
const offers = [
  {
    name: 'Free',
    price: '$0',
    unit: 'for as long as you like',
    text: 'One Telegram group, one cycle, every kind of schedule, no credit card.',
  },
  {
    name: 'Pro',
    price: '$24.99',
    unit: 'per month',
    text: 'As many groups and cycles as you run, WhatsApp groups, and priority support.',
  },
  {
    name: 'Self-hosted',
    price: '$0',
    unit: 'on your own machine',
    text: 'The same program, free under the AGPL-3.0. You decide which plan people have.',
  },
]
