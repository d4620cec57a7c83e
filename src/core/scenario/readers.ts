/** Who reads, and from where, as authored. */
import * as z from 'zod/mini';
import { filled, said } from '../said.ts';
import { Milliseconds, MillisecondsEstimate, Share, ShareEstimate } from './quantity.ts';
import { PlaceRef, StoreRef, Through } from './refs.ts';
import { sharesSumToOne } from './shares.ts';

/** Milliseconds of a CDN's hit, where the scenario says nothing. */
const EDGE_MS = 60;

const ReaderText = z
  .strictObject({
    at: said('Place of these readers: a region of a cloud, a continent or a country.', PlaceRef),
    share: filled('1 for an only reader', said('Their share of the reads.', Share)),
    via: said(
      'The CDN that they use; any, or a list: one of these where it pays.',
      z.optional(
        z.union([z.literal('any'), StoreRef, z.array(StoreRef).check(z.minLength(1), z.maxLength(8))]),
      ),
      'aws/cloudfront',
    ),
    through: said(
      'What their bytes go through, the first that leads to the store.',
      z.optional(Through),
      'nat-gateway',
    ),
    hitRatio: said('Share of their reads that the CDN answers.', z.optional(ShareEstimate), '90 %'),
    edge: said('Latency of a hit of the CDN (60 ms).', z.optional(Milliseconds), '60 ms'),
    lastMile: said(
      "What the readers' own network adds to a read; no benchmark has it.",
      z.optional(MillisecondsEstimate),
      '15 ms',
    ),
  })
  .check(
    z.refine(({ via, hitRatio }) => via !== undefined || hitRatio === undefined, {
      error: 'hits of which CDN? Add via: aws/cloudfront, or leave out hitRatio',
    }),
    z.refine(({ via, through }) => via === undefined || through === undefined, {
      error: 'a reader comes through a CDN (via) or through these; keep one',
    }),
    z.refine(({ via, edge }) => via !== undefined || edge === undefined, {
      error: 'the edge of which CDN? Add via: aws/cloudfront, or leave out edge',
    }),
  );
type ReaderText = z.output<typeof ReaderText>;

interface Reader extends Omit<ReaderText, 'via'> {
  via?: string;
  /** A CDN may be chosen: of any, or of these. Then there is no `via`. */
  viaAny?: 'any' | string[];
  /** Milliseconds of a hit; where there is a CDN or a choice of one. */
  edge?: number;
}

const Reader = z.pipe(
  ReaderText,
  z.transform(({ via, edge = EDGE_MS, ...reader }: ReaderText): Reader => {
    if (via === undefined) return reader;
    const isOpen = via === 'any' || typeof via !== 'string';
    return isOpen ? { ...reader, viaAny: via, edge } : { ...reader, via, edge };
  }),
);

export const Readers = z.array(Reader).check(z.minLength(1), z.maxLength(64), sharesSumToOne('readers'));
