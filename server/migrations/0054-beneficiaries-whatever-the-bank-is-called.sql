-- An account of this bank stays known to the limit for new beneficiaries when the bank gets another name: its row has the number and
-- 'inside' instead of the name. What was sent to the old rows is moved to it, so that it counts once.
insert into paid_beneficiaries (user_id, currency, beneficiary, first_paid_at, sent)
select user_id, currency, split_part(beneficiary, ' ', 1) || ' inside',
       case when bool_and(first_paid_at is not null) then min(first_paid_at) end,
       case when bool_and(first_paid_at is not null) then sum(sent) else 0 end
  from paid_beneficiaries
 where beneficiary like '% %' and beneficiary not like '% % %' and beneficiary not like '% inside'
 group by 1, 2, 3;

update paid_beneficiaries
   set sent = 0
 where beneficiary like '% %' and beneficiary not like '% % %' and beneficiary not like '% inside';

comment on column paid_beneficiaries.beneficiary is
  'In lower case and without spaces: number of an account of this bank and the word inside; number, bank, SWIFT code and routing number of one at another bank; of a transfer without a beneficiary, its description.';
