-- A funding may be taken back up to its amount, by transactions of a kind of their own that name it as what their receiving side is
-- told. No other transaction has an entry in the index.
create index transactions_taking_back on transactions (credit_detail) where kind = 'taking_back';
