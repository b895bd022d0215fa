import type { bookChecks } from "@sanshi/contract";

/**
 * Every column that the server's role can write, by table: the check that finds another value in it, or why none is
 * needed. Whoever adds a column says here which.
 */
export const reasons = {
  /** Each entry is in the next one's hash, and the head is kept outside the database. */
  audit: "npm run verify-audit follows the chain.",
  draft: "It is not in force: what comes of it is decided by operators, and that is compared.",
  fixed:
    "A row stays as it was written, by a trigger; what moved money or rights by it is compared.",
  instruction: "It says what is to be traded: what was traded is compared.",
  interest:
    "It is what the next interest is worked out from; what was paid is compared with the postings.",
  limit:
    "It holds attempts back, or a code from being used twice: who passes it still needs the secret.",
  locked: "It delays a sale by minutes or a day, and moves no money.",
  market:
    "It is what the market's feed said: npm run verify-market works the revealed days out again.",
  notice: "It gives somebody time or a message: what was sold at its end is compared.",
  own: "It is a customer's or an operator's own choice or list, shown to them and used for nobody else.",
  removed: "A card that was removed receives nothing; another one is not made by it.",
  repeat: "It answers a repeated call with what it answered before, to the same customer alone.",
  report: "It is the report of this check itself.",
  restricting:
    "It bars somebody, or lets them again: no money moves, and whoever it concerns reads it.",
  sealed: "It is sealed or hashed with a key outside the database: another value opens nothing.",
  shown: "It is shown, and no money, right or decision follows from it.",
  start: "A start compares it with the settings and the keys of the machine.",
  step: "It is how far a job has come: what the job did is compared with its record.",
  venue:
    "It is what a venue reported, which the venue has too: its trades are fills, and those are compared.",
} as const;

type Coverage = (typeof bookChecks)[number] | keyof typeof reasons;

/** Columns by what covers them, separated by spaces. */
export const columnCoverage: Readonly<Record<string, Readonly<Partial<Record<Coverage, string>>>>> =
  {
    activity: { fixed: "customer_id kind params happened_at" },
    added_instrument: {
      decision: "proposal_id",
      market: "offering_id offer_price",
      fixed:
        "feed market code exchange name_jp name_cn name_us search_terms sector listed_on added_at",
    },
    announcement: {
      decision: "proposal_id",
      fixed:
        "id request_id texts audience recipients last_customer_id delivered delivered_up_to written_by written_at finished_at author template_id",
    },
    announcement_recipient: { fixed: "announcement_id customer_id" },
    audit_entry: {
      audit:
        "number at operator_id operator role address method path subject outcome details previous_hash hash",
    },
    audit_head: { audit: "only_row" },
    bank_card: {
      sealed: "number_sealed number_fingerprint",
      removed: "removed_at",
      fixed:
        "id customer_id country holder_name number_masked bank_code bank_name branch_code branch_name card_type added_at",
    },
    bank_import: { fixed: "id file_name file_hash lines imported_by imported_at" },
    bank_movement: {
      withdrawal: "matched_kind matched_id",
      fixed:
        "id import_id bank_id booked_on currency amount reference counterparty matched_by matched_at",
    },
    block_application: {
      application: "id customer_id cost fee status filled_lots position_id",
      allotment: "lots number drawn_lots nonce",
      sealed: "identity signature",
      fixed: "offer_id applied_at failure ended_at released_at",
    },
    block_draw: {
      allotment: "terms terms_hash root result seed seed_commitment entries beacon checkpoints",
      sealed: "seed_sealed",
      step: "offer_id closes_at draws_at root_at drawn_at computing_until told_through",
    },
    block_draw_bundle: { allotment: "offer_id body" },
    block_invitation: {
      sealed: "password_hash",
      restricting: "offer_id customer_id invited_at invited_by",
    },
    block_invitation_use: { fixed: "id offer_id customer_id used_at application_id" },
    block_offer: {
      decision: "proposal_id",
      application: "price lot_size quota_lots others_lots seller_position_id sale_order_id",
      fixed:
        "id market code seller seller_names made_as reference_price band_low band_high band_rule min_lots max_lots invited_only cancellable opens_at closes_at settles_at locked_until published_at sold_lots settled_at withdrawn_at withdrawn_reason unsold_because rule consent_id",
    },
    block_offer_draft: { draft: "id form saved_at saved_by" },
    block_quota: { application: "offer_id left_lots" },
    block_sale_consent: {
      fixed:
        "id customer_id position_id market code quantity floor_price discount_most lock_up_days expires_at nonce signature consented_at revoked_at",
    },
    calendar_decision: {
      decision: "proposal_id",
      fixed:
        "id market year basis closed_days half_days notice_title notice_address notice_published_on holds_from decided_at",
    },
    case_comment: {
      fixed: "id queue item_id body written_by role handed_to request_id written_at",
    },
    chart_line: {
      own: "customer_id id market code kind from_at from_price to_at to_price drawn_at",
    },
    client_request: { repeat: "customer_id request_id input_hash answer recorded_at position_id" },
    closing_group: { step: "id customer_id filled filled_value" },
    code_change: {
      decision: "proposal_id",
      fixed:
        "id market old_code new_code exchange_before exchange name_before_jp name_before_cn name_before_us name_jp name_cn name_us effective_on effective_at decided_at",
    },
    code_change_step: { fixed: "change_id step at" },
    commission_decision: {
      decision: "proposal_id",
      fixed: "id market valid_from withdraws rate minimum maximum decided_at",
    },
    config_entry: { witness: "name value" },
    copy_backtest: { fixed: "product_id computed_at days figures bars" },
    copy_consent: {
      fixed: "id customer_id market shown_as capacity_most nonce signature consented_at revoked_at",
    },
    copy_decision: { step: "product_id due_at decided_at targets orders answers done_at" },
    copy_following: {
      following: "id product_id customer_id status amount proceeds",
      pool: "units",
      fixed:
        "stop_percent asked_at bought_number bought_at locked_until end_asked_at end_cause stop_reached_at ended_number ended_at to_notify",
    },
    copy_product: {
      decision: "proposal_id",
      pool: "units unit_value valuations",
      leg: "pool_id",
      fixed:
        "id market strategy names issuer minimum capacity deadline lock_up_days management_basis_points performance_basis_points seed valued_at_minute cut_off_minutes published_at closed_at winds_down_at wind_down_reason stopped_at stopped_why ended_at high_water fee_fraction valued_at valued_for suspended_for suspended_why credit_limit made_as consent_id",
    },
    copy_valuation: {
      pool: "product_id number management_fee performance_fee unit_value units units_bought units_ended",
      fixed: "id due_at valued_at balances positions gross paid_in paid_out index_code index_level",
    },
    corporate_action: {
      market:
        "id market code ex_date number kind numerator denominator per_share close_before effective_at",
    },
    corporate_action_look: { step: "market looked_until known" },
    correction_hold: {
      decision: "proposal_id customer_id takes_effect_at state objected_at",
      shown: "objection ended_at",
    },
    currency_exchange: { exchange: "id customer_id quote_id", fixed: "exchanged_at" },
    customer: {
      witness: "account password_hash kind",
      decision: "state verification",
      restricting: "closing_barred_until",
      shown: "id invitation_code registered_at",
    },
    customer_challenge: { limit: "id customer_id challenge made_at purpose" },
    customer_note: { fixed: "id customer_id body written_by role request_id written_at" },
    customer_passkey: {
      witness: "id customer_id credential_id public_key",
      limit: "counter confirm_by",
      shown: "transports rp_id name added_at last_used_at origin",
    },
    customer_preferences: {
      own: "customer_id chart_view chart_adjust chart_main chart_sub chart_changed_at",
    },
    customer_recovery_code: { witness: "customer_id code_hash", limit: "used_at" },
    customer_totp: { witness: "customer_id secret confirmed_at", limit: "last_step" },
    default_credit_limit: { witness: "currency amount" },
    deposit: {
      deposit: "id customer_id currency amount status",
      decision: "decided_at",
      fixed: "channel_id due_at",
      shown:
        "reference receipt_document_id submitted_at reason_code reason_words promised_by delay_told_at delay_reason",
    },
    deposit_channel: {
      witness:
        "id currency name instructions account_name account_number bank_name branch_name minimum maximum hours_from hours_to days closes simulated demo position withdrawn_at holds_from replaces",
    },
    document: {
      sealed: "id customer_id purpose object_name sealed_key width height upload_digest stored_at",
    },
    document_view: { fixed: "id document_id operator_id viewed_at" },
    exchange_quote: {
      exchange: "id customer_id from_currency to_currency amount receive at_mid per mid rate",
      market: "feed rates_sequence rates_at quoted_at expires_at",
    },
    fill: {
      position: "position_id side profit",
      open_price: "price quantity reverses filled_at",
      fill: "amount fee fee_items levels",
      market: "number feed quote_sequence bid ask quote_at order_id traded_at",
    },
    forced_sale: {
      fixed:
        "position_id number customer_id market code reason decided_at price quantity equity exposure ratio ratio_required called_at due_at rule rule_since",
    },
    forced_sale_order: {
      fixed:
        "order_id position_id customer_id market code side reason decided_at equity exposure ratio ratio_required called_at due_at due_on rule rule_since",
    },
    fund_password: { witness: "customer_id password_hash", shown: "changed_at" },
    fund_password_reset: { fixed: "customer_id requested_at due_at" },
    home_preferences: { own: "customer_id entries currency market changed_at" },
    instance: { start: "only_row market_kind past_seed venue_kind rates_kind" },
    instrument_name: { fixed: "market code since name_jp name_cn name_us" },
    instrument_record: {
      shown: "market code name_jp name_cn name_us search_terms sector lot_size offered",
    },
    intraday_charge: { intraday: "trade_id kind value rate units units_per_minor charged_at" },
    intraday_obstacle: { fixed: "id trade_id reason seen_at" },
    intraday_square_off: { fixed: "id trade_id number price quantity decided_at" },
    intraday_trade: {
      intraday: "id customer_id position_id premium_rate carry_over_rate",
      fixed:
        "request_id input_hash order_request_id market code side leverage quantity state rule applied_at squares_off_at session_ends_at refusal carried_at ended_at",
    },
    invitation_code: { shown: "code inviter_customer_id created_at withdrawn_at" },
    ledger_account: { balance: "id customer_id currency purpose" },
    ledger_balance: { balance: "account_id balance version", decision: "floor" },
    ledger_check_run: {
      report: "id started_at finished_at checked differences difference_count gave_way_ms",
    },
    ledger_posting: {
      transfer: "transfer_id",
      posting: "account_id currency",
      chain: "amount balance_after version",
      leg: "kind cause_id",
      total: "happened_at",
    },
    loan: {
      loan: "id customer_id currency principal status principal_left interest_left interest_total interest_through claimed",
      decision: "approved_at",
      score: "ended_at given_back due_on",
      fixed:
        "term_days purpose rate_basis_points overdue_basis_points rule rule_since rule_confirmed auto_repay requested_at cooling_off_until interest_fraction reminder reason_code reason_words",
    },
    loan_accrual: {
      loan: "loan_id after_day through_day principal overdue_days interest fraction",
    },
    loan_limit_cap: {
      decision: "proposal_id",
      fixed: "id customer_id currency amount reason_code reason_words set_by approved_by set_at",
    },
    loan_provision: { loan: "id currency added", fixed: "day required" },
    loan_score: { score: "customer_id day score parts averages" },
    loan_score_day: { step: "day recorded_at" },
    login_password_reset: {
      decision: "approved_at",
      sealed: "password_hash",
      fixed:
        "id customer_id case_number device address requested_at due_at expires_at ended ended_at",
    },
    margin_call: {
      score: "customer_id called_at",
      notice:
        "id market called_on due_at equity exposure ratio ratio_required missing rule rule_since restored_at told restored_told_at",
    },
    margin_look: { step: "customer_id market looked_until" },
    margin_term_notice: { fixed: "position_id stage market due_on told_at" },
    market_closing: {
      fixed:
        "id market closed_on whole_day begins_at reason texts closed_by closed_role closed_at begun_at withdrawn_at withdrawn_by",
    },
    market_pin: {
      market: "only_row feed hours past_seed secret_from anchor commitment pinned_at edition",
    },
    message: { fixed: "id customer_id kind params texts link sent_at read_at author" },
    message_template: {
      decision: "proposal_id",
      fixed: "id place texts ended_at",
    },
    net_assets: { score: "customer_id day currency amount" },
    net_assets_day: { fixed: "day recorded_at rates_from rates" },
    net_assets_flow: {
      fixed: "id customer_id transfer_id happened_at valued_at currency amount net_after rates",
    },
    new_share_subscription: {
      subscription: "id offering_id customer_id status amount paid_at position_id",
      allotment: "number lots allotted_lots waiting_place nonce",
      sealed: "identity signature",
      fixed: "subscribed_at pay_until ended_at tell missed_restricted",
    },
    news_article: {
      witness: "state",
      news: "market texts written_by published_at",
      shown: "id updated_at withdrawn_at",
    },
    offering: {
      decision: "proposal_id",
      allotment: "terms terms_hash root result",
      sealed: "seed_sealed",
      fixed:
        "id market code names sponsor prospectus price_low price_high earnings_per_share lot_size issue_volume quota_lots min_lots max_lots rule asks_money cancellable missed_most missed_months missed_days opens_at closes_at priced_at draws_at pays_until waiting_until allocates_at lists_at seed_commitment published_at price root_at entries checkpoints seed drawn_at withdrawn_at withdrawn_reason listed_at computing_until entrants_told_through newcomer beacon withdrawal_announced_at withdraws_at withdrawal_reason withdrawal_told_through",
    },
    offering_bundle: { allotment: "offering_id body" },
    offering_draft: { draft: "id form saved_at saved_by" },
    operator: {
      witness: "id email password_hash disabled_at totp_secret totp_confirmed_at",
      decision: "role",
      limit: "totp_last_step",
      start: "environment_password_hash",
      shown: "created_at password_change_required",
    },
    operator_challenge: { limit: "id operator_id challenge made_at purpose" },
    operator_hidden_columns: { own: "operator_id list columns" },
    operator_hold: { fixed: "id operator_id started_at ends_at" },
    operator_one_time_password: { witness: "id operator_id kind password_hash second_half" },
    operator_passkey: {
      witness: "id operator_id credential_id public_key",
      limit: "counter",
      shown: "transports rp_id name added_at last_used_at origin",
    },
    operator_recovery_code: { witness: "operator_id code_hash", limit: "used_at" },
    operator_session: {
      witness: "token_hash operator_id csrf_token_hash created_at",
      limit: "last_seen_at revoked_at proved_at",
    },
    operator_setting: { witness: "only_row single_approval" },
    operator_view: { own: "id operator_id list name search" },
    order_exit: {
      instruction: "id order_id quantity take_profit stop_loss trail_amount trail_basis_points",
    },
    order_reduction: { fixed: "order_id action_id applied_at" },
    payment_file: {
      fixed:
        "id format currency transfer_on payer_code payer_name payer_bank payer_branch payer_account_type payer_account made_by made_at answer_name answer_hash answered_by answered_at fetched_at refused_at refused_reason refusal_id",
    },
    payment_file_item: { fixed: "file_id position withdrawal_id result return_reason" },
    position: {
      position:
        "customer_id market side opened closed cost open_fee margin borrowed borrowed_left basis_closed proceeds close_fee stamp_duty realised collateral_left interest_paid",
      open_price: "open_price open_value opened_at",
      lending: "lent",
      interest: "interest_units interest_through margin_left",
      instruction:
        "take_profit stop_loss closing_shares do_not_reduce extended_hours limit_price kind time_in_force",
      locked: "sellable_at newest_lot newest_lot_on",
      fixed: "state leverage code id",
      shown: "revision close_value ended_at ending",
    },
    position_action: {
      position: "position_id action_id quantity_before quantity_after amount applied_at equivalent",
    },
    position_charge: { fixed: "id position_id units charged_at" },
    price_alert: {
      own: "id customer_id market code kind value created_at fired_at fired_price feed quote_sequence scale_of",
    },
    proposal: {
      witness: "state decided_by",
      decision:
        "kind subject input proposed_by approvals_needed single_approval decided_at expires_at",
      fixed:
        "id customer_id differences reason_code reason_words reason_texts note proposed_at decision_code decision_words decision_note refusal_code refusal_params",
    },
    proposal_approval: { witness: "proposal_id operator_id approved_at" },
    prospectus: { fixed: "sha256 bytes stored_at stored_by" },
    push_choice: { own: "customer_id groups_off amounts" },
    push_delivery: { step: "id session_id message_id attempts queued_at due_at" },
    push_subscription: {
      own: "session_id customer_id endpoint p256dh auth public_key language created_at",
    },
    reset_hold: { fixed: "id customer_id kind started_at ends_at" },
    restriction: {
      witness: "customer_id restricted_by",
      decision: "state ended_at",
      restricting:
        "id reason texts restricted_role approved_role since review_at closing_barred_until",
    },
    review_claim: { draft: "queue item_id operator_id claimed_until" },
    review_decision: {
      witness: "queue item_id decided_by",
      decision: "decision proposal_id decided_at",
      fixed: "reason_code reason_words note",
    },
    saved_screen: { own: "customer_id place name market criteria saved_at" },
    sealed_key: { sealed: "name sealed" },
    second_factor_reset: {
      decision: "approved_at",
      fixed:
        "id customer_id case_number device address requested_at due_at expires_at ended ended_at",
    },
    service_conversation: {
      shown:
        "customer_id state last_message_id waiting_message_id waiting_since read_up_to assigned_to opened_at closed_at closed_by",
    },
    service_message: {
      decision: "proposal_id",
      witness: "author written_by",
      fixed: "id customer_id body article request_id case_number sent_at template_id texts",
    },
    session: {
      witness: "id token_hash customer_id created_at",
      limit: "device last_seen_at revoked_at proved_at",
    },
    share_buy_in: { lending: "position_id number notice_id quantity price bought_at" },
    share_exchange: {
      stock_end: "position_id number stock_end_id quantity new_position_id received cash",
      fixed: "exchanged_at",
    },
    share_lending: { lending: "position_id number market code quantity happened_at" },
    share_loan: { position: "position_id number market code quantity happened_at" },
    share_recall: {
      notice:
        "id position_id customer_id market code quantity returned recalled_at due_at ended_at rule rule_since actions",
    },
    share_recall_notice: {
      notice:
        "id position_id customer_id market code quantity told_at due_at ended_at ending rule rule_since actions keeps",
    },
    signing_key: { start: "id public_key since" },
    simulation_clock: { witness: "only_row offset_seconds" },
    site_setting_change: {
      witness: "id",
      decision: "name value proposal_id",
      fixed: "value_before tightens reason proposed_role approved_role decided_at effective_from",
    },
    statement_head: { fixed: "ends_at head" },
    statement_price: { fixed: "ends_at market code price" },
    stock_end: {
      decision: "proposal_id withdrawal_proposal_id",
      stock_end: "settlement_price market code",
      fixed:
        "id feed kind source last_trading_day cash_price document_address announced_at withdrawn_at price_of settled_at finished_at ratio_numerator ratio_denominator target_code target_price",
    },
    stock_end_notice: { step: "stock_end_id what told_through finished" },
    stock_end_settlement: {
      stock_end: "position_id number stock_end_id quantity price settled_at",
    },
    stock_lending: {
      lending: "position_id customer_id earned fraction market",
      step: "code first_lent_at accrued_through kept_back",
    },
    stock_lending_accrual: { lending: "position_id period_id time earned paid" },
    stock_lending_choice: { own: "customer_id automatic changed_at" },
    stock_lending_period: {
      lending:
        "id market code after_day through_day day_ms short_time lent_time short_value base_basis_points premium_basis_points lender_percent rule rule_since lenders_day residue_day premium_units",
    },
    stock_lending_premium: { lending: "period_id position_id units" },
    stock_offer: { witness: "market code leverages short_offered" },
    trade_order: {
      instruction:
        "id customer_id position_id purpose side origin state quantity limit_price filled filled_value expires_at placed_at ended_at market code kind time_in_force leverage stop_price triggered_at take_profit stop_loss reserved revision reason hold_price made_good taken_back trail_amount trail_basis_points trail_best closing_group do_not_reduce extended_hours",
    },
    trading_halt: {
      witness: "halted_by resumed_by",
      restricting:
        "id market code closing_allowed reason words halted_at resumed_at halted_role texts until_at",
    },
    trading_halt_telling: { step: "halt_id what told_through finished" },
    trading_preferences: {
      own: "customer_id review_orders leverage_on short_on extended_since changed_at",
    },
    try_counter: { limit: "key window_started_at tries" },
    venue_line: { venue: "venue received_through newest heard_at" },
    venue_order: {
      venue:
        "order_id customer_id venue market code side immediate_or_cancel state venue_order_id client_order_id request_id wants_cancel quantity limit_price filled busted dispute",
    },
    venue_report: {
      venue:
        "venue sequence execution_id client_order_id order_id type venue_at venue_order_id status cumulative leaves quantity price refers_to reason received_at applied_at",
    },
    venue_request: {
      venue:
        "client_order_id order_id kind quantity limit_price per_share made_at sent_at asked_at answered_at",
    },
    venue_set_aside: {
      venue: "venue sequence order_id reason attempts since tried_at retry_at booked_at",
    },
    venue_trade: { venue: "venue execution_id order_id quantity price booked_at reversed_by" },
    verification: {
      decision: "id customer_id status decided_at",
      sealed: "id_number_sealed id_number_fingerprint",
      fixed:
        "name name_kana id_type id_number_masked front_document_id back_document_id submitted_at reason_code reason_words due_at name_key",
    },
    watched_stock: { own: "id customer_id market code watched_at" },
    withdrawal: {
      withdrawal: "id customer_id currency amount status",
      witness: "approved_by approval_id approved_at",
      fixed: "card_id",
      shown:
        "requested_at expected_by latest_by ended_at delay_told_at reason_code reason_words promised_by delay_reason bank_reference",
    },
  };
